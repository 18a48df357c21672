// The server's HTML equals React's first render, for every browser language and saved locale.
import type { Page } from "@playwright/test";
import { expect, hydrated, publicPages, test } from "../fixtures.ts";

const visitors = [
	["zh-CN", undefined],
	["en-US", undefined],
	["en-US", "zh-CN"],
	["zh-CN", "en-US"],
] as const;

const paths = [
	...publicPages("zh").map(([, path]) => path),
	...publicPages("en").map(([, path]) => path),
	"/docs",
	"/docs/guide/start",
	"/assistant",
	"/en/docs/e2e/only-chinese",
];

test.use({ allowed: /status of 404/ });

for (const [locale, choice] of visitors) {
	test(`pages hydrate in ${locale} with saved locale ${choice ?? "none"}`, async ({ browser, baseURL }) => {
		test.slow();
		const context = await browser.newContext({ locale, baseURL, serviceWorkers: "block" });
		if (choice && baseURL) await context.addCookies([{ name: "website_locale", value: choice, url: baseURL }]);
		const page = await context.newPage();
		const trouble: string[] = [];
		// React reports a failed hydration as an error.
		page.on("pageerror", (error) => trouble.push(`${page.url()} ${error}`));
		page.on("console", (message) => {
			const minor = message.type() !== "error" || message.text().includes("status of 404");
			if (!minor) trouble.push(`${page.url()} ${message.text()}`);
		});
		for (const path of paths) {
			await page.goto(`/index${path}`);
			await hydrated(page);
			expect.soft(await contents(page, `/index${path}`), path).toHaveLength(1);
		}
		expect(trouble).toEqual([]);
		await context.close();
	});
}

/**
 * Returns the content of the page and that of the server's HTML for `path`, as JSON; only one if they are equal.
 * Excludes content that may change between two requests, such as statistics.
 */
function contents(page: Page, path: string): Promise<string[]> {
	return page.evaluate(async (url) => {
		const content = (root: Document) => {
			const all = (selector: string) => [...root.querySelectorAll(selector)];
			return JSON.stringify({
				lang: root.documentElement.lang,
				title: root.title,
				canonical: all('link[rel="canonical"]').map((link) => link.outerHTML),
				heading: all("main h1").map((heading) => heading.textContent),
				paragraphs: all("main p:not(:has(time)):not(noscript p)").map((paragraph) => paragraph.textContent),
				links: all("main a:not([aria-label], [download], td a, th a, noscript a)").map((link) =>
					link.getAttribute("href"),
				),
			});
		};
		const response = await fetch(url, { headers: { accept: "text/html" } });
		const html = new DOMParser().parseFromString(await response.text(), "text/html");
		return [...new Set([content(document), content(html)])];
	}, path);
}
