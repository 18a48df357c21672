import { expect, horizontalOverflow, open, test } from "../fixtures.ts";

test("front page links to the docs and to its translation", async ({ page, language }) => {
	const { segment, other, name, otherName, words } = language;
	await open(page, `/${segment}`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
	const slogan = segment === "zh" ? "一个网站，两种语言，同一份记录" : "One site, two languages, one record";
	await expect(page).toHaveTitle(`${slogan} · ${name}`);
	await expect(page.getByRole("heading", { name: words.landing.recent })).toBeVisible();
	await page.getByRole("link", { name: words.landing.allDocs }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs$`));
	await page
		.getByRole("banner")
		.getByRole("link", { name: words.app.home.replace("{site}", name) })
		.click();
	// Waits for the front page, because the header of the previous page has a link to its own translation.
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${other}$`));
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
});

test("front page shows all blocks, untranslated ones in English", async ({ page, language }) => {
	const { segment } = language;
	await open(page, `/${segment}`);
	const blocks = await page.locator("main section").evaluateAll((sections) => sections.map(({ id }) => id));
	expect(blocks).toEqual([
		"hero",
		"features",
		"start",
		"read-on",
		"news",
		"recent",
		"action",
		"get",
		"history",
		"users",
		"only-english",
	]);
	const lang = await page.locator("#only-english").getAttribute("lang");
	expect(lang).toBe(segment === "zh" ? "en-US" : null);
	await expect(page.locator("#history h3")).toHaveCount(2);
	await page.goto(`/index/${segment}#history`);
	await expect(page.locator("#history h2")).toBeInViewport();
});

test("download for the visitor's system has a button", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}`);
	const block = page.locator("#get");
	const row = block.getByRole("row").filter({ hasText: "tool-linux-x64.zip" });
	await expect(row).toContainText("44 B");
	await expect(row).toContainText(/[0-9a-f]{64}/);
	await expect(row).toContainText("Linux x64");
	const best = block.getByRole("link", { name: words.landing.downloadFor.replace("{platform}", "Linux x64") });
	await expect(best).toHaveAttribute("href", "/index/media/public/files/tool-linux-x64.zip");
	const answer = await page.request.get("/index/media/public/files/tool-linux-x64.zip");
	expect(answer.status()).toBe(200);
});

test.describe("without a script", () => {
	test.use({ javaScriptEnabled: false });

	test("download table lists every file of the release", async ({ page, language }) => {
		await page.goto(`/index/${language.segment}`);
		await expect(page.locator("#get tbody tr")).toHaveCount(3);
		await expect(page.locator("#get .button")).toHaveCount(0);
		await expect(page.locator("main h1")).toHaveText(language.name);
	});
});

test("news page links to entries and feeds", async ({ page, language }) => {
	const { segment, other, otherName, words } = language;
	await open(page, `/${segment}`);
	await page.locator("#news").getByRole("link", { name: words.landing.newsAll }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/news$`));
	const entries = page.locator("main li");
	await expect(entries).toHaveCount(3);
	await expect(page.getByText("Far away")).toHaveCount(0);
	await expect(entries.nth(2)).toContainText("只有中文的新闻");
	await entries.first().getByRole("link").click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/news/2026-11-22-blocks$`));
	await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${other}/news/2026-11-22-blocks$`));
	for (const [ending, start] of [
		["xml", "<?xml"],
		["json", "{"],
	]) {
		const feed = await page.request.get(`/index/${segment}/news.${ending}`);
		expect((await feed.text()).startsWith(start ?? "")).toBe(true);
	}
	expect((await page.goto(`/index/${segment}/news/future`))?.status()).toBe(404);
});

test("very long title does not overflow at any width", async ({ page, language }) => {
	for (const width of [360, 768, 1440]) {
		await page.setViewportSize({ width, height: 800 });
		for (const path of ["/news/long", "/news", ""]) {
			await open(page, `/${language.segment}${path}`);
			const tooWide = await horizontalOverflow(page);
			expect.soft(tooWide, `${path} at ${width}`).toBeLessThanOrEqual(0);
		}
	}
});

test("page has metadata for search engines and sharing", async ({ page, language }) => {
	const { segment, tag } = language;
	const data = () =>
		page.locator('script[type="application/ld+json"]').evaluate(({ textContent }) => JSON.parse(textContent ?? ""));
	await page.goto(`/index/${segment}`);
	expect((await data())["@graph"][0].potentialAction["@type"]).toBe("SearchAction");
	await page.goto(`/index/${segment}/docs/guide/start`);
	const [article, crumbs] = (await data())["@graph"];
	expect([article["@type"], article.inLanguage, crumbs["@type"]]).toEqual(["TechArticle", tag, "BreadcrumbList"]);
	const imageUrl = await page.locator('meta[property="og:image"]').getAttribute("content");
	const answer = await page.request.get(imageUrl ?? "");
	expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
	for (const rel of ["manifest", "apple-touch-icon", "search"]) {
		const href = await page.locator(`link[rel="${rel}"]`).getAttribute("href");
		expect((await page.request.get(href ?? "")).status(), rel).toBe(200);
	}
	expect((await page.request.get("/favicon.ico")).status()).toBe(200);
});

test("404 page links to the documentation", async ({ page, language }) => {
	const { segment, words } = language;
	const answer = await page.goto(`/index/${segment}/nothing`);
	expect(answer?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.app.notFoundTitle);
	await page.getByRole("link", { name: words.app.notFoundDocs }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs$`));
});

test("404 page links to pages with a similar URL", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs/guide/strat.html`);
	await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("guide strat");
	await page.getByRole("navigation", { name: words.app.notFoundNear }).getByRole("link").first().click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs/guide/start$`));
});

test.use({ allowed: /status of 404/ });
