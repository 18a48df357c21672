import { expect, open, test } from "../fixtures.ts";

test("a question opens the search results", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(segment === "zh" ? "如何导入" : "How do I import?");
	await page.getByRole("button", { name: words.assistant.search }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs\\?q=`));
	await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
});
