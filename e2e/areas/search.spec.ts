// The search dialog: results while typing, selection by keyboard, and messages if there are no results.

import { expect, interpolate, open, test } from "../fixtures.ts";
import { test as withNetwork } from "../network.ts";

const queries = { zh: "翻译", en: "translation" };
/** Terms that are highlighted in results, including inflected forms. */
const marked = { zh: /翻译/, en: /translat(e|ion)/i };

test("search results appear while typing and open on Enter", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}`);
	await page.keyboard.press("Control+k");
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	const field = dialog.getByRole("combobox");
	await expect(field).toBeFocused();
	await page.keyboard.type(queries[segment]);
	const options = dialog.getByRole("option");
	await expect(options.first()).toHaveAttribute("aria-selected", "true");
	await expect(dialog.locator("mark").first()).toHaveText(marked[segment]);

	await page.keyboard.press("ArrowDown");
	await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
	await expect(options.first()).toHaveAttribute("aria-selected", "false");
	const active = await field.getAttribute("aria-activedescendant");
	expect(active).toBe(await options.nth(1).getAttribute("id"));
	const goal = await options.nth(1).getAttribute("href");
	await page.keyboard.press("Enter");
	await expect(dialog).toHaveCount(0);
	await expect(page).toHaveURL((url) => url.pathname + url.hash === goal);
	// The section has the focus without an outline.
	await expect(page.locator("main :focus")).toHaveCSS("outline-style", "none");
});

test("search results are grouped by page", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}`);
	await page.keyboard.press("/");
	await page.keyboard.type(segment === "zh" ? "导入" : "import");
	const options = page.getByRole("dialog", { name: words.docs.search }).getByRole("option");
	await expect(options.nth(5)).toBeVisible();
	const pages = await options.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split("#", 1)[0]));
	const groups = pages.filter((page, at) => page !== pages[at - 1]);
	expect(groups.length).toBeLessThan(pages.length);
	expect(groups).toEqual([...new Set(groups)]);
});

test("Enter during a pending search opens the first result", async ({ page, language }) => {
	const { segment, words } = language;
	await page.route("**/api/v1/public/search**", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500));
		await route.continue();
	});
	await open(page, `/${segment}`);
	await page.keyboard.press("/");
	await page.getByRole("dialog", { name: words.docs.search }).getByRole("combobox").fill(queries[segment]);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/index\/\w+\/docs\//);
});

test("Enter immediately after typing opens the first result", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}`);
	await page.keyboard.press("/");
	const field = page.getByRole("dialog", { name: words.docs.search }).getByRole("combobox");
	await field.fill(segment === "zh" ? "导入" : "import");
	await expect(page.getByRole("dialog").locator("[aria-busy=false]").getByRole("option").first()).toBeVisible();
	// The browser sends both events before React renders the results of the new query.
	await field.evaluate((input: HTMLInputElement, query) => {
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, query);
		input.dispatchEvent(new InputEvent("input", { bubbles: true }));
		input.form?.requestSubmit();
	}, queries[segment]);
	await expect(page).toHaveURL(/\/index\/\w+\/docs\//);
	const [first] = await page.evaluate(
		async (query) => {
			const response = await fetch(`/api/v1/public/search?${new URLSearchParams(query)}`);
			return response.json();
		},
		{ q: queries[segment], locale: segment === "zh" ? "zh-CN" : "en-US", size: "30" },
	);
	await expect(page).toHaveURL((url) => url.pathname + url.hash === first.url);
});

test("last option of the search dialog opens the results page", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs/guide/start`);
	await page.keyboard.press("/");
	await page.keyboard.type(queries[segment]);
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	// Waits for the results of the complete query, because the dialog first shows results for the typed prefixes.
	await expect(dialog.locator("[aria-busy=false]")).toBeVisible();
	await expect(dialog.getByRole("option").nth(1)).toBeVisible();
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(
		interpolate(words.docs.searchFor, { words: queries[segment] }),
	);
});

test("search dialog without results links to the documentation", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs/guide/start`);
	await page.keyboard.press("/");
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	await expect(dialog.getByText(words.docs.searchHelp)).toBeVisible();
	await page.keyboard.type("zzzzqqqq");
	await expect(dialog.getByText(words.docs.nothing)).toBeVisible();
	await expect(dialog.getByRole("link", { name: words.docs.nothingBrowse })).toBeVisible();
	await expect(dialog.getByRole("option")).toHaveCount(0);
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(page).toHaveURL(/guide\/start$/);
});

test("search result in the other language is labeled", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}`);
	await page.keyboard.press("/");
	await page.keyboard.type(segment === "zh" ? "Only in English" : "只有中文");
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	const name = segment === "zh" ? "英文" : "Chinese";
	await expect(dialog.getByText(interpolate(words.shared.onlyIn, { language: name })).first()).toBeVisible();
});

test("recent searches are listed and can be repeated", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}`);
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	await page.keyboard.press("/");
	await page.keyboard.type(queries[segment]);
	await expect(dialog.getByRole("option").first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(dialog).toHaveCount(0);
	await page.keyboard.press("/");
	await expect(dialog.getByText(words.search.recent)).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(dialog.getByRole("combobox")).toHaveValue(queries[segment]);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("search page links to further results", async ({ page, language }) => {
		const { segment, words } = language;
		const query = segment === "zh" ? "页面" : "page";
		await page.goto(`/index/${segment}/docs?q=${query}`);
		const pages = page.getByRole("navigation", { name: words.docs.resultPages });
		const next = pages.getByRole("link", { name: words.docs.next });
		const titles = page.locator("main ol h2");
		const first = await titles.allTextContents();
		expect(first.length).toBeGreaterThan(0);
		await expect(pages.getByRole("link", { name: words.docs.previous })).toHaveCount(0);
		await next.click();
		await expect(page).toHaveURL(/page=2/);
		expect(await titles.allTextContents()).not.toEqual(first);
		await pages.getByRole("link", { name: words.docs.previous }).click();
		await expect(page).not.toHaveURL(/page=/);
		expect(await titles.allTextContents()).toEqual(first);
	});
});

test.describe("offline", () => {
	withNetwork.use({ allowed: /INTERNET_DISCONNECTED|ERR_CONNECTION_|search failed/ });

	withNetwork("search dialog reports offline, retries, and recovers", async ({ page, context, network, language }) => {
		const { segment, words } = language;
		await open(page, `/${segment}`);
		await page.keyboard.press("/");
		const dialog = page.getByRole("dialog", { name: words.docs.search });
		await expect(dialog).toBeVisible();
		await network.cut(context);
		await page.keyboard.type(queries[segment]);
		await expect(dialog.getByText(words.search.offline)).toBeVisible();
		await dialog.getByRole("button", { name: words.search.again }).click();
		await expect(dialog.getByText(words.search.offline)).toBeVisible();
		await network.restore(context);
		await expect(dialog.getByRole("option").first()).toBeVisible();
	});
});

test("search dialog is not loaded with the page", async ({ page, language }) => {
	const requests: string[] = [];
	page.on("request", (request) => requests.push(request.url()));
	await open(page, `/${language.segment}/docs/guide/start`);
	const dialogs = () => requests.filter((url) => /SearchDialog-[\w-]+\.js/.test(url));
	expect(dialogs()).toEqual([]);
	await page.keyboard.press("/");
	await expect(page.getByRole("dialog")).toBeVisible();
	expect(dialogs()).toHaveLength(1);
});
