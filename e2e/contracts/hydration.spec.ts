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
		// Shows the server's HTML without running scripts.
		const inert = await browser.newPage({ javaScriptEnabled: false });
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
			await inert.setContent(await htmlOf(page, `/index${path}`), { waitUntil: "commit" });
			const shown = await content(page);
			expect.soft(shown.heading, path).toHaveLength(1);
			expect.soft(shown, path).toEqual(await content(inert));
		}
		expect(trouble).toEqual([]);
		await context.close();
		await inert.close();
	});
}

/** Returns the server's HTML for a path, with the language and the cookies of the page. */
function htmlOf(page: Page, path: string): Promise<string> {
	return page.evaluate(async (url) => (await fetch(url, { headers: { accept: "text/html" } })).text(), path);
}

/** Content of the page to compare. Excludes content that may change between two requests, such as statistics. */
function content(page: Page) {
	return page.evaluate(() => {
		const all = (selector: string) => [...document.querySelectorAll(selector)];
		return {
			lang: document.documentElement.lang,
			title: document.title,
			canonical: all('link[rel="canonical"]').map((link) => link.outerHTML),
			heading: all("main h1").map((heading) => heading.textContent),
			paragraphs: all("main p:not(:has(time)):not(noscript p)").map((paragraph) => paragraph.textContent),
			links: all("main a:not([aria-label], [download], td a, th a, noscript a)").map((link) =>
				link.getAttribute("href"),
			),
		};
	});
}
