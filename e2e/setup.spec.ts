import { expect, hydrated, owner, test } from "./fixtures.ts";

// Other tests use the account that this test creates.
test("setup link creates the first owner", async ({ page, language }) => {
	const { admin, shared } = language.words;
	const link = process.env.SETUP_URL ?? "";
	await page.goto(link);
	await hydrated(page);
	await page.getByLabel(shared.loginName).fill(owner.username);
	await page.getByLabel(shared.loginPassword).fill(owner.password);
	await page.getByRole("button", { name: admin.setupSubmit }).click();
	await expect(page.getByText(admin.roleOwner, { exact: true })).toBeVisible();
	await expect(page).toHaveURL(/\/admin$/);
});

test.describe("with an invalid setup link", () => {
	test.use({ allowed: /status of 410/ });

	test("invalid setup link shows an error and the login form", async ({ page, language }) => {
		const { admin, shared } = language.words;
		await page.goto("/index/admin#setup=never-printed");
		await hydrated(page);
		await expect(page.getByRole("alert")).toHaveText(shared["setup-used"]);
		await page.getByRole("main").getByRole("button", { name: admin.invitedLogin }).click();
		await expect(page.getByRole("button", { name: shared.loginSubmit })).toBeVisible();
		await expect(page).toHaveURL(/\/admin$/);
	});
});
