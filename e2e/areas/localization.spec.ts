import { axeViolations, expect, hydrated, interpolate, open, test } from "../fixtures.ts";

test("translation status lists a percentage per language", async ({ page, language }) => {
	const { words } = language;
	await open(page, "/localization");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.localization.title);
	const rows = page.getByRole("table", { name: words.localization.table }).getByRole("row");
	await expect(rows.filter({ hasText: "中文" }).first()).toContainText("%");
	await expect(rows.filter({ hasText: "English" }).first()).toContainText("%");
	await expect(rows.filter({ hasText: words.localization.areaInterface })).toHaveCount(2);
	// An alert would report that the scheduled task has not recorded the daily counts.
	await expect(page.getByRole("alert")).toHaveCount(0);
});

test("language chosen on a URL without language prefix is saved", async ({ page, language }) => {
	await open(page, "/localization");
	await expect(page.locator("html")).toHaveAttribute("lang", language.tag);
	await page.getByRole("banner").getByRole("link", { name: language.otherName }).click();
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	await page.reload();
	await hydrated(page);
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	await expect(page).toHaveURL(/\/index\/localization$/);
});

const outdated = "/localization?view=page&locale=zh-CN&area=docs&key=e2e/moved";
const lists = ["pages&state=outdated", "contributors", "acknowledgements", "glossary"];

test("status table links to pages with outdated segments", async ({ page, language }) => {
	const { localization } = language.words;
	await open(page, "/localization");
	const table = page.getByRole("table", { name: localization.table });
	await table.getByRole("row").filter({ hasText: "中文" }).getByRole("link", { name: localization.areaDocs }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(localization.pagesTitle);
	await page.getByLabel(localization.filterState).selectOption("outdated");
	await page.getByRole("button", { name: localization.filterSubmit }).click();
	await expect(page).toHaveURL(/locale=zh-CN&area=docs&state=outdated/);
	await page.locator('a[href*="key=e2e%2Fmoved"]').click();
	const named = { language: language.segment === "zh" ? "中文" : "Chinese" };
	const heading = interpolate(localization.segmentsTitle, named);
	await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
	const segment = page.getByRole("article").first();
	await expect(segment.locator("ins").first()).toBeVisible();
	await segment.getByRole("link", { name: interpolate(localization.toPlaceNamed, { number: "1" }) }).click();
	await expect(page).toHaveURL(/\/zh\/docs\/e2e\/moved/);
});

test("translation feed is Atom XML, and badge is SVG", async ({ request, language }) => {
	const feed = await request.get(`/index/localization/feed/${language.segment}.xml`);
	expect(feed.headers()["content-type"]).toContain("application/atom+xml");
	const badge = await request.get(`/index/localization/badge/${language.segment}.svg`);
	expect(badge.headers()["content-type"]).toContain("image/svg+xml");
	expect(await badge.text()).toContain("%");
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, allowed: /was preloaded .* but not used/ });

	test("filter form filters the page list", async ({ page, language }) => {
		const { localization } = language.words;
		await page.goto("/index/localization?view=pages");
		await page.getByLabel(localization.filterState).selectOption("outdated");
		await page.getByRole("button", { name: localization.filterSubmit }).click();
		await expect(page).toHaveURL(/view=pages.*state=outdated/);
		await expect(page.locator('a[href*="key=e2e%2Fmoved"]').first()).toBeVisible();
		await page.goto(`/index${outdated}`);
		await expect(page.locator("ins").first()).toBeVisible();
	});

	test("language switch keeps the filters", async ({ page, language }) => {
		await page.goto("/index/localization?view=pages&area=docs");
		await expect(page.locator("html")).toHaveAttribute("lang", language.tag);
		await page.locator('a[href$="lang=zh-CN"], a[href$="lang=en-US"]').click();
		await expect(page).toHaveURL(/\/index\/localization\?view=pages&area=docs$/);
		await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
		await page.goto("/index/datastat");
		await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
	});
});

for (const width of [390, 1280]) {
	test.describe(`at ${width} pixels`, () => {
		test.use({ viewport: { width, height: 900 } });

		for (const path of ["/localization", outdated, ...lists.map((view) => `/localization?view=${view}`)]) {
			test(`${path} has no axe violations and no overflow`, async ({ page }) => {
				await open(page, path);
				expect(await axeViolations(page)).toEqual([]);
				expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
			});
		}
	});
}
