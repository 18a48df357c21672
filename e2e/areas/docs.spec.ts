import { expect, interpolate, open, test } from "../fixtures.ts";

test("tree marks the page; next, previous, language links work", async ({ page, language }) => {
	const { segment, other, otherName, words } = language;
	const heading = page.getByRole("heading", { level: 1 });
	await open(page, `/${segment}/docs/guide/start`);
	const title = (await heading.textContent()) ?? "";
	const tree = page.getByRole("navigation", { name: words.docs.tree, exact: true });
	await expect(tree.locator('[aria-current="page"]')).toHaveText(title);

	const next = page.getByRole("navigation", { name: words.docs.readOn }).locator('[rel="next"]');
	await next.click();
	await expect(heading).not.toHaveText(title);
	await page.getByRole("navigation", { name: words.docs.readOn }).locator('[rel="prev"]').click();
	await expect(heading).toHaveText(title);

	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${other}/docs/guide/start$`));
	await expect(heading).not.toHaveText(title);
	await page.goBack();
	await expect(heading).toHaveText(title);
});

test("docs home lists pages by folder; tree folders expand", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs`);
	const home = page.getByRole("main");
	const guide = segment === "zh" ? "指南" : "Guide";
	await expect(home.getByRole("heading", { level: 2, name: guide })).toBeVisible();
	const card = home.getByRole("listitem").filter({ has: page.locator(`a[href$="/${segment}/docs/guide/start"]`) });
	const description = (await card.getByRole("paragraph").textContent()) ?? "";
	expect(description).not.toBe("");

	const tree = page.getByRole("navigation", { name: words.docs.tree, exact: true });
	await tree.getByLabel(interpolate(words.docs.section, { title: guide })).click();
	await tree.locator(`a[href$="/${segment}/docs/guide/start"]`).click();
	await expect(page.getByRole("article").getByText(description)).toBeVisible();
});

test("outline highlights the section in view", async ({ page, language }) => {
	const { segment, words } = language;
	const outline = page.getByRole("navigation", { name: words.docs.outline });
	await open(page, `/${segment}/docs/e2e/long`);
	await page.locator("#part-12").evaluate((section) => section.scrollIntoView({ block: "start" }));
	await expect(outline.locator("[aria-current]")).toHaveAttribute("href", "#part-12");
	await outline.locator('[href="#part-25"]').click();
	await expect(outline.locator("[aria-current]")).toHaveAttribute("href", "#part-25");
});

test("code block is copied with a button", async ({ page, context, language }) => {
	const { segment, words } = language;
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await open(page, `/${segment}/docs/e2e/long`);
	const copy = page.getByRole("button", { name: words.docs.copy, exact: true });
	await copy.click();
	await expect(page.getByRole("button", { name: words.docs.copied })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('echo "copied words"');
});

test("untranslated page shows the other language with a notice", async ({ page, language }) => {
	const { segment, other, words } = language;
	const only = segment === "zh" ? "only-english" : "only-chinese";
	await open(page, `/${segment}/docs/e2e/${only}`);
	await expect(page.locator("html")).toHaveAttribute("lang", language.tag);
	const notice = page.getByRole("complementary", { name: words.docs.notice });
	const languages = segment === "zh" ? { asked: "中文", language: "英文" } : { asked: "English", language: "Chinese" };
	await expect(notice).toHaveText(interpolate(words.docs.fallback, languages));
	const text = page.locator("[data-page-html]");
	await expect(text).toHaveAttribute("lang", other === "zh" ? "zh-CN" : "en-US");
	// The canonical URL of a fallback has the language of its text, not the requested language.
	await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/index/${other}/docs/`));
});

test("language switch marks an untranslated page", async ({ page, language }) => {
	const { segment, otherName, words } = language;
	const only = segment === "zh" ? "only-chinese" : "only-english";
	await open(page, `/${segment}/docs/e2e/${only}`);
	const names = segment === "zh" ? "英文" : "Chinese";
	const link = page.getByRole("banner").getByRole("link", { name: otherName });
	await expect(link).toHaveAttribute("title", interpolate(words.app.languageNotTranslated, { language: names }));
});

test("search query is in the URL and kept by language switch", async ({ page, language }) => {
	const { segment, other, otherName, words } = language;
	const query = segment === "zh" ? "翻译" : "translation";
	await open(page, `/${segment}`);
	await page.keyboard.press("/");
	await page.keyboard.type(query);
	// The last option of the dialog links to the page with all results.
	await expect(page.getByRole("dialog").getByRole("option").nth(1)).toBeVisible();
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(interpolate(words.docs.searchFor, { words: query }));
	await expect(page.getByRole("main").locator("mark").first()).toBeVisible();
	const address = new URL(page.url());
	expect([address.pathname, address.searchParams.get("q")]).toEqual([`/index/${segment}/docs`, query]);

	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${other}/docs\\?q=`));
	expect(new URL(page.url()).searchParams.get("q")).toBe(query);
});

test("search without results shows a link to the documentation", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs?q=zzzzqqqq`);
	await expect(page.getByText(words.docs.nothing)).toBeVisible();
	await expect(page.getByRole("link", { name: words.docs.nothingBrowse })).toBeVisible();
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

	test("panels of tree and outline close on Esc or selection", async ({ page, language }) => {
		const { segment, words } = language;
		await open(page, `/${segment}/docs/guide/start`);
		const tree = page.getByRole("navigation", { name: words.docs.tree, exact: true });
		await expect(tree).toBeHidden();
		await page.getByRole("button", { name: words.docs.tree, exact: true }).click();
		await expect(tree).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(tree).toBeHidden();

		await page.getByRole("button", { name: words.docs.tree, exact: true }).click();
		await tree.getByRole("link").first().click();
		await expect(page).not.toHaveURL(/guide\/start/);
		await expect(tree).toBeHidden();

		await open(page, `/${segment}/docs/guide/start`);
		await page.getByRole("button", { name: words.docs.outline }).click();
		const outline = page.getByRole("navigation", { name: words.docs.outline });
		await outline.getByRole("link").last().click();
		await expect(outline).toBeHidden();
		await expect(page).toHaveURL(/#/);
	});
});
