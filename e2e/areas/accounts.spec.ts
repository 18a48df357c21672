// Tests of accounts, from the invitation to the audit log. Re-authentication in an old session is tested in Rust, where
// tests can set the time.
import type { APIRequestContext, Page } from "@playwright/test";
import {
	account,
	axeViolations,
	expect,
	horizontalOverflow,
	hydrated,
	interpolate,
	type Language,
	logIn,
	open,
	owner,
	test,
	tokenOf,
	totp,
	totpStep,
} from "../fixtures.ts";

const { password } = owner;

// Expected console errors: a login without a two-factor code, a used invitation link, and a rejected change.
test.use({ allowed: /status of (401|403|410)/, reducedMotion: "reduce" });

test("invitation link creates one account with the invited role", async ({ page, language }) => {
	const { admin, users, shared } = language.words;
	const root = account(language, "inviting", "owner");
	await open(page, "/admin");
	await logIn(page, shared, root);
	await go(page, language, admin.partUsers);
	const form = page.getByRole("form", { name: users.invite });
	const note = `李雷 ${language.segment}`;
	await form.getByLabel(users.note, { exact: true }).fill(note);
	await form.getByLabel(users.role, { exact: true }).selectOption("translator");
	await form.getByRole("button", { name: users.inviteSubmit }).click();
	const link = new URL(await page.getByLabel(users.invitationMade).inputValue());
	await expect(page.getByRole("listitem").filter({ hasText: note })).toContainText(admin.roleTranslator);
	await logOut(page, language);

	await page.goto(link.pathname + link.hash);
	await hydrated(page);
	await expect(page.getByText(admin["invited.translator"])).toBeVisible();
	await expect(page).toHaveURL(/\/index\/admin$/);
	expect(await axeViolations(page)).toEqual([]);
	const invited = { username: `${language.segment}-invited`, password };
	await page.getByLabel(shared.loginName, { exact: true }).fill(invited.username);
	await page.getByLabel(shared.loginPassword).fill(password);
	await page.getByRole("button", { name: admin.invitedSubmit }).click();
	await expect(page.getByText(admin.roleTranslator, { exact: true })).toBeVisible();
	const ways = page.getByRole("navigation", { name: admin.parts });
	await expect(ways.getByRole("link", { name: admin.partAccount })).toBeVisible();
	await expect(ways.getByRole("link", { name: admin.partUsers })).toHaveCount(0);
	await open(page, "/admin/users");
	await expect(page.getByText(interpolate(admin.partForbidden, { role: admin.roleTranslator }))).toBeVisible();
	await logOut(page, language);

	await page.goto(link.pathname + link.hash);
	await hydrated(page);
	await expect(page.getByText(admin.invitedGone)).toBeVisible();
	await page.getByRole("main").getByRole("button", { name: admin.invitedLogin }).click();
	await logIn(page, shared, invited);
	await expect(page.getByText(admin.roleTranslator, { exact: true })).toBeVisible();
});

test("recovery code is accepted once instead of a two-factor code", async ({ page, language }) => {
	test.setTimeout(120_000);
	const { admin, login, users, shared } = language.words;
	const ann = account(language, "two-steps", "editor");
	await open(page, "/admin");
	await logIn(page, shared, ann);
	await go(page, language, admin.partAccount);
	const region = page.getByRole("region", { name: users.twoFactorTitle });
	await region.getByRole("button", { name: users.twoFactorBegin }).click();
	await expect(region.getByRole("img", { name: users.twoFactorQrCode })).toBeVisible();
	const painted = () => region.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
	await expect.poll(painted).toBeGreaterThan(0);
	expect(await axeViolations(page)).toEqual([]);
	const secret = (await region.locator("code").textContent()) ?? "";
	const used = totpStep();
	await region.getByLabel(users.twoFactorCode).fill(totp(secret, used));
	await region.getByRole("button", { name: users.twoFactorConfirm }).click();
	await expect(region.getByText(users.codesText)).toBeVisible();
	const codes = await region.getByRole("listitem").allTextContents();
	expect(codes).toHaveLength(10);
	expect(await axeViolations(page)).toEqual([]);
	await region.getByRole("button", { name: users.codesDone }).click();
	await expect(region.getByRole("button", { name: users.twoFactorEnd })).toBeVisible();

	await logOut(page, language);
	await logInWith(codes[0] ?? "");
	await expect(page.getByText(admin.roleEditor, { exact: true })).toBeVisible();

	await logOut(page, language);
	// The server accepts the code of the next time step early, because clocks may differ by one step.
	await logInWith(totp(secret, Math.max(used + 1, totpStep())));
	await expect(page.getByText(admin.roleEditor, { exact: true })).toBeVisible();

	await logOut(page, language);
	await logInWith(codes[0] ?? "");
	await expect(page.getByText(login.codeWrong)).toBeVisible();
	await expect(page.getByLabel(shared.loginPassword)).toHaveValue(password);

	async function logInWith(code: string) {
		await logIn(page, shared, ann);
		await page.getByLabel(login.code, { exact: true }).fill(code);
		await page.getByRole("button", { name: shared.loginSubmit, exact: true }).click();
	}
});

test("changed role and revoked sessions take effect immediately", async ({ page, request, language }) => {
	const { admin, users, shared } = language.words;
	const root = account(language, "changing", "owner");
	const bob = account(language, "changed", "editor");
	await open(page, "/admin");
	await logIn(page, shared, root);
	await go(page, language, admin.partUsers);
	await page.getByLabel(users.usersFind).fill(bob.username);
	await page.getByRole("button", { name: users.usersFindSubmit, exact: true }).click();
	await expect(page).toHaveURL(new RegExp(`\\?q=${bob.username}$`));
	await expect(page.getByRole("list", { name: users.users }).getByRole("listitem")).toHaveCount(1);

	await page.getByRole("button", { name: interpolate(users.userChangeName, { name: bob.username }) }).click();
	const form = page.getByRole("form", { name: interpolate(users.userChangeName, { name: bob.username }) });
	await form.getByLabel(users.role, { exact: true }).selectOption("analyst");
	await form.getByRole("button", { name: users.save }).click();
	await expect(page.getByText(users.saved)).toBeVisible();
	const token = await tokenOf(request, bob);
	expect(await (await me(request, token)).json()).toMatchObject({ role: "analyst" });

	const end = page.getByRole("button", { name: interpolate(users.userLogOutName, { name: bob.username }) });
	await end.click();
	await page
		.getByRole("group", { name: interpolate(users.userLogOutName, { name: bob.username }) })
		.getByRole("button", { name: users.userLogOut })
		.click();
	await expect(page.getByText(users.userLoggedOut)).toBeVisible();
	expect((await me(request, token)).status()).toBe(401);
});

test("password is reset by a link", async ({ page, language }) => {
	const { admin, login, users, shared } = language.words;
	const root = account(language, "resetting", "owner");
	const bob = account(language, "forgetful", "reviewer");
	await open(page, "/admin");
	await expect(page.getByText(login.forgotText)).toBeHidden();
	await page.getByText(login.forgot, { exact: true }).click();
	await expect(page.getByText(login.forgotText)).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	await logIn(page, shared, root);
	await expect(page.getByText(admin.name, { exact: true })).toBeVisible();
	await open(page, `/admin/users?q=${bob.username}`);
	await page.getByRole("button", { name: interpolate(users.userResetName, { name: bob.username }) }).click();
	const link = new URL(await page.getByLabel(interpolate(users.resetMade, { name: bob.username })).inputValue());
	await logOut(page, language);

	await page.goto(link.pathname + link.hash);
	await hydrated(page);
	await expect(page.getByLabel(shared.loginName, { exact: true })).toHaveValue(bob.username);
	await expect(page.getByText(login.forgot, { exact: true })).toHaveCount(0);
	await page.getByLabel(shared.loginPassword).fill("another street with an arch");
	await page.getByRole("button", { name: admin.invitedResetSubmit }).click();
	await expect(page.getByText(admin.roleReviewer, { exact: true })).toBeVisible();
});

test("user revokes another session and an API token", async ({ page, request, language }) => {
	const { admin, users, shared } = language.words;
	const ann = account(language, "elsewhere", "editor");
	const other = await tokenOf(request, ann);
	await open(page, "/admin");
	await logIn(page, shared, ann);
	await go(page, language, admin.partAccount);
	const sessions = page.getByRole("region", { name: users.sessionsTitle });
	await expect(sessions.getByRole("listitem")).toHaveCount(2);
	await expect(sessions.getByRole("listitem").filter({ hasText: users.sessionThis })).toHaveCount(1);
	await sessions.getByRole("button", { name: users.sessionEndOthers }).click();
	await expect(sessions.getByRole("listitem")).toHaveCount(1);
	expect((await me(request, other)).status()).toBe(401);

	const tokens = page.getByRole("region", { name: users.tokensTitle });
	await tokens.getByLabel(users.tokenName, { exact: true }).fill("ci");
	await tokens.getByLabel(users["permission.pages-edit"], { exact: true }).check();
	await tokens.getByRole("button", { name: users.tokenMake }).click();
	const token = await tokens.getByLabel(interpolate(users.tokenMade, { name: "ci" })).inputValue();
	expect((await me(request, token)).status()).toBe(200);
	await tokens.getByRole("button", { name: interpolate(users.tokenRevokeName, { name: "ci" }) }).click();
	await tokens
		.getByRole("group", { name: interpolate(users.tokenRevokeName, { name: "ci" }) })
		.getByRole("button", { name: users.tokenRevoke, exact: true })
		.click();
	await expect(tokens.getByText(users.tokensNone)).toBeVisible();
	expect((await me(request, token)).status()).toBe(401);
});

test("audit log lists events and can be downloaded", async ({ page, language }) => {
	const { admin, users, shared } = language.words;
	const root = account(language, "logging", "owner");
	await open(page, "/admin");
	await logIn(page, shared, root);
	await go(page, language, admin.partLog);
	await page.getByLabel(users.logWho, { exact: true }).fill(root.username);
	await page.getByLabel(users.logAction).selectOption("login");
	await page.getByRole("button", { name: users.logShow, exact: true }).click();
	await expect(page).toHaveURL(new RegExp(`\\?actor=${root.username}&action=login$`));
	const rows = page.getByRole("row").filter({ hasText: root.username });
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText(users["action.login"]);

	for (const [name, ending] of [
		[users.logCsv, "csv"],
		[users.logJson, "json"],
	] as const) {
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name }).click();
		expect((await download).suggestedFilename()).toMatch(new RegExp(`^pailou-log-[\\d-]+\\.${ending}$`));
	}

	// The actor of this log entry is the command line, which created the account.
	await open(page, "/admin/log?action=user-added");
	const added = page.getByRole("row").filter({ hasText: root.username });
	await expect(added).toContainText(users.logCommandLine);
});

for (const part of ["", "/account", "/users", "/webhooks", "/transfer", "/backup", "/log"]) {
	test(`/admin${part} has no axe violations and no overflow`, async ({ page, language }) => {
		const { admin, shared } = language.words;
		await open(page, "/admin");
		await logIn(page, shared, account(language, `looking${part.replace("/", "-")}`, "owner"));
		await expect(page.getByRole("button", { name: admin.logout })).toBeVisible();
		await open(page, `/admin${part}`);
		await expect(page.getByRole("navigation", { name: admin.parts })).toBeVisible();
		for (const colorScheme of ["light", "dark"] as const) {
			for (const width of [360, 1440]) {
				await page.emulateMedia({ colorScheme });
				await page.setViewportSize({ width, height: 800 });
				expect.soft(await axeViolations(page), `${colorScheme} ${width}`).toEqual([]);
				expect.soft(await horizontalOverflow(page), `${width}`).toBeLessThanOrEqual(0);
			}
		}
	});
}

async function go(page: Page, { words }: Language, part: string): Promise<void> {
	await page.getByRole("navigation", { name: words.admin.parts }).getByRole("link", { name: part }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(part);
}

async function logOut(page: Page, { words: { admin, shared } }: Language): Promise<void> {
	await open(page, "/admin");
	await page.getByRole("button", { name: admin.logout }).click();
	await expect(page.getByLabel(shared.loginName, { exact: true })).toBeVisible();
}

function me(request: APIRequestContext, token: string) {
	return request.get("/api/v1/me", { headers: { authorization: token } });
}
