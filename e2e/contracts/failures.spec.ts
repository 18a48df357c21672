// Failed navigations, which are logged to the console. After a chunk has failed to load, the next navigation is a full
// page load.
import type { Page } from "@playwright/test";
import { expect, open, test } from "../fixtures.ts";
import type { Words } from "../words.ts";

test.use({ allowed: /ERR_FAILED|status of 404|navigation failed|loading [a-z ]+ failed/ });

const chunk = "**/assets/DatastatPage-*.js";

function linkIn(page: Page, { app }: Words) {
	return page.getByRole("navigation", { name: app.areas }).getByRole("link", { name: app.datastat });
}

/** Marks the current document; the returned function returns whether this document is still displayed. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
	await page.evaluate(() => document.documentElement.setAttribute("data-first", ""));
	return () => page.evaluate(() => document.documentElement.hasAttribute("data-first"));
}

test("page stays open if the chunk of the next page fails to load", async ({ page, language }) => {
	const { app, datastat } = language.words;
	const link = linkIn(page, language.words);
	await open(page, "/en/docs/guide/start");
	const isSameDocument = await marked(page);
	const before = await page.getByRole("main").textContent();

	await page.route(chunk, (route) => route.abort());
	const consoleMessage = page.waitForEvent("console", (message) => message.text().includes("navigation failed"));
	await link.click();
	await consoleMessage;
	await expect(page).toHaveURL(/\/en\/docs\/guide\/start$/);
	expect(await page.getByRole("main").textContent()).toBe(before);
	await expect(page.getByRole("alert")).toHaveCount(0);
	await expect(page.getByRole("status").getByText(app.networkFailed)).toBeVisible();
	expect(await isSameDocument()).toBe(true);

	await page.unroute(chunk);
	await link.click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(datastat.title);
	expect(await isSameDocument()).toBe(false);
	await page.goBack();
	await expect(page).toHaveURL(/\/en\/docs\/guide\/start$/);
});

test("chunk missing after an upgrade causes a full page load", async ({ page, language }) => {
	await open(page, "/en/docs/guide/start");
	const isSameDocument = await marked(page);
	// The chunk is missing only while the current page is open. The preload and the import both request the chunk.
	await page.route(chunk, (route) =>
		page.url().includes("/docs/guide/start") ? route.fulfill({ status: 404 }) : route.fallback(),
	);
	await page.route("**/assets/*.js", (route) =>
		route.request().method() === "HEAD" ? route.fulfill({ status: 404 }) : route.fallback(),
	);
	await linkIn(page, language.words).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.datastat.title);
	expect(await isSameDocument()).toBe(false);
});

test("dialog opens after a reload if its chunk failed to load", async ({ page, language }) => {
	const { app, docs } = language.words;
	await open(page, "/en/docs/guide/start");
	let isLost = true;
	await page.route("**/assets/SearchDialog-*.js", (route) => (isLost ? route.abort() : route.fallback()));
	await page.keyboard.press("/");
	const notice = page.getByRole("status").filter({ hasText: app.networkFailed });
	await expect(notice).toBeVisible();
	isLost = false;
	await notice.getByRole("button", { name: app.reload }).click();
	await expect(notice).toHaveCount(0);
	await page.waitForFunction(() => performance.getEntriesByName("alive").length > 0);
	await page.keyboard.press("/");
	await expect(page.getByRole("dialog", { name: docs.search })).toBeVisible();
});
