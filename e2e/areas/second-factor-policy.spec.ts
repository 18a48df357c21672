// Roles that require two-factor authentication. Each language has its own site, because the policy applies to all
// accounts of a site.
import type { APIRequestContext } from "@playwright/test";
import { account, axeViolations, expect, horizontalOverflow, logIn, open, test, totp, totpStep } from "../fixtures.ts";

// Expected console error of a rejected change.
test.use({
	allowed: /status of 422/,
	reducedMotion: "reduce",
	baseURL: async ({ language }, use) => {
		await use(language.segment === "zh" ? process.env.WORDS_ZH_URL : process.env.WORDS_EN_URL);
	},
});

test("owner can require two-factor authentication for a role", async ({
	page,
	request,
	browser,
	baseURL,
	language,
}) => {
	const { admin, users, shared } = language.words;
	const site = `words-${language.segment}`;
	const [root, analyst] = [account(language, "requiring", "owner", site), account(language, "asked", "analyst", site)];
	await open(page, "/admin/users");
	await logIn(page, shared, root);
	const policy = page.getByRole("region", { name: users.policyTitle });
	await expect(policy.getByRole("checkbox")).toHaveCount(6);
	await policy.getByLabel(admin.roleAnalyst, { exact: true }).check();
	const save = policy.getByRole("button", { name: users.policySubmit });
	await save.click();
	await expect(policy.getByText(users["roles.own-second-factor"])).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	await enableSecondFactor(request, await page.evaluate(() => localStorage.getItem("website_token") ?? ""));
	await save.click();
	await expect(policy.getByText(users.policySaved)).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 844 });
		expect(await horizontalOverflow(page)).toBe(0);
	}

	const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: language.tag });
	const theirs = await context.newPage();
	await open(theirs, "/admin");
	await logIn(theirs, shared, analyst);
	await expect(theirs.getByRole("heading", { name: users.enrollTitle })).toBeVisible();
	expect(await axeViolations(theirs)).toEqual([]);
	await theirs.setViewportSize({ width: 390, height: 844 });
	expect(await horizontalOverflow(theirs)).toBe(0);
	await theirs.getByRole("button", { name: users.enrollLogOut }).click();
	await context.close();

	await policy.getByLabel(admin.roleAnalyst, { exact: true }).uncheck();
	await save.click();
	await expect(policy.getByText(users.policySaved)).toBeVisible();
	await page.reload();
	await expect(policy.getByRole("checkbox", { checked: true })).toHaveCount(0);
});

async function enableSecondFactor(request: APIRequestContext, token: string): Promise<void> {
	const [url, headers] = ["/api/v1/me/second-factor", { authorization: token }];
	const { secret } = await (await request.post(url, { headers, data: {} })).json();
	const enabled = await request.put(url, { headers, data: { code: totp(secret, totpStep()) } });
	expect(enabled.status()).toBe(200);
}
