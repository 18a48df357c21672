// What is already true of the areas that later grow.
import { expect, hydrated, open, test } from "../site.ts";

test("translation: how much there is in each language", async ({ page, language }) => {
	const { words } = language;
	await open(page, "/localization");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.localization.title);
	const rows = page.getByRole("table", { name: words.localization.table }).getByRole("row");
	await expect(rows.filter({ hasText: "中文" }).first()).toContainText("%");
	await expect(rows.filter({ hasText: "English" }).first()).toContainText("%");
});

test("statistics: a visit is counted", async ({ page, request, language }) => {
	const views = async () => (await (await request.get("/api/v1/public/datastat/summary")).json()).pageviews;
	const before = await views();
	const counted = page.waitForResponse((response) => response.url().endsWith("/datastat/collect"));
	await open(page, `/${language.segment}/docs/e2e/long`);
	expect((await counted).status()).toBe(202);
	await expect.poll(views).toBeGreaterThan(before);
	await open(page, "/datastat");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.datastat.title);
	await expect(page.getByRole("row", { name: language.words.datastat.pageviews })).toContainText(/[1-9]/);
});

test("assistant: a question searches the docs", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(segment === "zh" ? "如何导入" : "How do I import?");
	await page.getByRole("button", { name: words.assistant.search }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs\\?q=`));
	await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
});

test("administration: the page is the login form, and no search engine's business", async ({ page, language }) => {
	await open(page, "/admin");
	await expect(page.getByText(language.words.admin.login)).toBeVisible();
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});

test("pages without a language in their address follow the switch, and remember it", async ({ page, language }) => {
	await open(page, "/localization");
	await expect(page.locator("html")).toHaveAttribute("lang", language.tag);
	await page.getByRole("banner").getByRole("link", { name: language.otherName }).click();
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	await page.reload();
	await hydrated(page);
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	await expect(page).toHaveURL(/\/index\/localization$/);
});
