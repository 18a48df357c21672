import { expect, hydrated, open, test } from "../fixtures.ts";

test("translation status lists a percentage per language", async ({ page, language }) => {
	const { words } = language;
	await open(page, "/localization");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.localization.title);
	const rows = page.getByRole("table", { name: words.localization.table }).getByRole("row");
	await expect(rows.filter({ hasText: "中文" }).first()).toContainText("%");
	await expect(rows.filter({ hasText: "English" }).first()).toContainText("%");
});

test("language switch on a page without a language prefix is remembered", async ({ page, language }) => {
	await open(page, "/localization");
	await expect(page.locator("html")).toHaveAttribute("lang", language.tag);
	await page.getByRole("banner").getByRole("link", { name: language.otherName }).click();
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	await page.reload();
	await hydrated(page);
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	await expect(page).toHaveURL(/\/index\/localization$/);
});
