// The server's HTML equals React's first render, in every language and with every preference.
import type { Browser, Page } from "@playwright/test";
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
		const written = await visitor(browser, locale, choice, baseURL, false);
		const alive = await visitor(browser, locale, choice, baseURL, true);
		const trouble: string[] = [];
		// React reports a failed hydration as an error.
		alive.on("pageerror", (error) => trouble.push(`${alive.url()} ${error}`));
		alive.on("console", (message) => {
			const minor = message.type() !== "error" || message.text().includes("status of 404");
			if (!minor) trouble.push(`${alive.url()} ${message.text()}`);
		});
		for (const path of paths) {
			await written.goto(`/index${path}`);
			await alive.goto(`/index${path}`);
			await hydrated(alive);
			expect.soft(await visibleContent(alive), path).toEqual(await visibleContent(written));
		}
		expect(trouble).toEqual([]);
		await written.context().close();
		await alive.context().close();
	});
}

async function visitor(
	browser: Browser,
	locale: string,
	choice: string | undefined,
	baseURL: string | undefined,
	javaScriptEnabled: boolean,
) {
	const context = await browser.newContext({ locale, javaScriptEnabled, baseURL, serviceWorkers: "block" });
	if (choice && baseURL) await context.addCookies([{ name: "website_locale", value: choice, url: baseURL }]);
	return context.newPage();
}

/** Content of the page to compare. Excludes content that may change between two calls, such as statistics. */
async function visibleContent(page: Page) {
	const main = page.getByRole("main");
	return {
		lang: await page.locator("html").getAttribute("lang"),
		title: await page.title(),
		canonical: await page
			.locator('link[rel="canonical"]')
			.evaluateAll((links) => links.map(({ outerHTML }) => outerHTML)),
		heading: await main.getByRole("heading", { level: 1 }).textContent(),
		paragraphs: await main.locator("p:not(:has(time)):not(noscript p)").allTextContents(),
		links: await main
			.locator("a:not([aria-label], [download], td a, th a, noscript a)")
			.evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
	};
}
