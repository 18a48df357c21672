// Login with an identity provider. Both languages use the same provider, and each test uses its own identity there.
import type { Page } from "@playwright/test";
import {
	account,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	logIn,
	open,
	test,
} from "../fixtures.ts";

test.use({
	baseURL: process.env.LINKING_URL,
	// Expected: the console error of a rejected identity, and the request to the provider, which has another origin.
	allowed: new RegExp(`status of (401|422)|^asked another origin: ${process.env.PROVIDER_URL}/authorize`),
	reducedMotion: "reduce",
});

test("linked account logs in through its identity provider", async ({ page, language }) => {
	const { admin, login, users, shared } = language.words;
	const label = labelIn(language);
	const ann = account(language, "linking", "editor", "linking");
	const identity = `${language.segment}-u-1`;
	await open(page, "/admin");
	await expect(page.getByRole("button", { name: interpolate(login.oidc, { label }) })).toBeVisible();
	await expectAccessible(page);
	await logIn(page, shared, ann);
	await ownPage(page, language);
	const region = page.getByRole("region", { name: label });
	const link = region.getByRole("button", { name: interpolate(users.linkMake, { label }) });

	await link.click();
	await answer(page, identity, "No");
	await expect(page.getByText(login.oidcNothing)).toBeVisible();
	await expect(page).toHaveURL(/\/index\/admin$/);
	await ownPage(page, language);
	await link.click();
	await answer(page, identity, "Yes");
	await expect(page.getByText(login.oidcLinked)).toBeVisible();
	await expect(page).toHaveURL(/\/index\/admin$/);
	await ownPage(page, language);
	await expect(region.getByText(users.linkSince)).toBeVisible();
	await expectAccessible(page);

	await logOut(page, language);
	await byProvider(page, language, identity);
	await expect(page.getByText(admin.roleEditor, { exact: true })).toBeVisible();
	await expect(page.getByText(ann.username, { exact: true })).toBeVisible();
	await expect(page).toHaveURL(/\/index\/admin$/);

	await ownPage(page, language);
	await region.getByRole("button", { name: users.linkEnd }).click();
	const sure = region.getByRole("group", { name: users.linkEnd });
	await expect(sure).toContainText(interpolate(users.linkEndSure, { label }));
	await sure.getByRole("button", { name: users.linkEnd }).click();
	await expect(link).toBeVisible();
	await logOut(page, language);
	await byProvider(page, language, identity);
	await expect(page.getByText(login["oidc-unlinked"])).toBeVisible();
});

test("unlinked identity cannot log in; an identity has one account", async ({ page, language }) => {
	const { login, users, shared } = language.words;
	const label = labelIn(language);
	const [ann, bob] = ["linked", "second"].map((name) => account(language, name, "editor", "linking"));
	const identity = `${language.segment}-u-2`;
	await open(page, "/admin");
	await byProvider(page, language, identity);
	await expect(page.getByText(login["oidc-unlinked"])).toBeVisible();
	await expect(page.getByLabel(shared.loginPassword)).toBeVisible();
	await expectAccessible(page);

	for (const [who, message] of [
		[ann, login.oidcLinked],
		[bob, login["oidc.taken"]],
	] as const) {
		if (!who) throw new Error("there is no account");
		await logIn(page, shared, who);
		await ownPage(page, language);
		await page.getByRole("button", { name: interpolate(users.linkMake, { label }) }).click();
		await answer(page, identity, "Yes");
		await expect(page.getByText(message)).toBeVisible();
		await logOut(page, language);
	}
});

/** Opens the identity provider with the button of the login form, and logs in there. */
async function byProvider(page: Page, language: Language, identity: string): Promise<void> {
	const label = labelIn(language);
	await page.getByRole("button", { name: interpolate(language.words.login.oidc, { label }) }).click();
	await answer(page, identity, "Yes");
}

/** Submits an identity at the provider, with or without consent. */
async function answer(page: Page, identity: string, choice: "Yes" | "No"): Promise<void> {
	await page.getByLabel("Identity", { exact: true }).fill(identity);
	await page.getByRole("button", { name: choice, exact: true }).click();
}

async function ownPage(page: Page, { words: { admin } }: Language): Promise<void> {
	await page.getByRole("navigation", { name: admin.parts }).getByRole("link", { name: admin.partAccount }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.partAccount);
}

async function logOut(page: Page, { words: { admin, shared } }: Language): Promise<void> {
	await open(page, "/admin");
	await page.getByRole("button", { name: admin.logout }).click();
	await expect(page.getByLabel(shared.loginName, { exact: true })).toBeVisible();
}

async function expectAccessible(page: Page): Promise<void> {
	expect(await axeViolations(page)).toEqual([]);
	const wide = page.viewportSize() ?? { width: 1280, height: 800 };
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	await page.setViewportSize(wide);
}

/** Label of the provider in the settings of the test site. */
function labelIn({ segment }: Language): string {
	return segment === "zh" ? "公司账号" : "Company account";
}
