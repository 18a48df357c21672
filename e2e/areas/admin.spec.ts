import { expect, open, test } from "../fixtures.ts";

test("admin page shows the login form and is not indexed", async ({ page, language }) => {
	await open(page, "/admin");
	await expect(page.getByText(language.words.admin.login)).toBeVisible();
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});
