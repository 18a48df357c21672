// Offline reading: visited pages open without a network; other URLs show the list of visited pages.
import type { Page } from "@playwright/test";
import { expect, hydrated, open } from "../fixtures.ts";
import { test } from "../network.ts";

test.use({
	serviceWorkers: "allow",
	allowed:
		/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to fetch|navigation failed|search failed/,
});

/** Waits until the service worker controls the page and has cached the page at `path`. */
async function waitForCached(page: Page, path: string): Promise<void> {
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
	await page.waitForFunction(
		async (url) => (await caches.match(url, { ignoreVary: true })) !== undefined,
		new URL(`/index${path}`, page.url()).href,
	);
}

async function read(page: Page, ...paths: string[]): Promise<void> {
	for (const path of paths) {
		await open(page, path);
		await waitForCached(page, path);
	}
}

test("visited page opens offline with one notice", async ({ page, context, network, language }) => {
	const { segment, words } = language;
	const path = `/${segment}/docs/guide/start`;
	await read(page, path, `/${segment}`);
	await network.cut(context);
	for (const query of ["", "?utm_source=letter", "?view=parallel"]) {
		await page.goto(`/index${path}${query}`);
		await hydrated(page);
		await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(words.offline.unread);
		await expect(page.getByText(words.app.keptFrom)).toBeVisible();
		await expect(page.getByText(words.app.offline)).toHaveCount(0);
	}
	await page.goto("/index/");
	await expect(page).toHaveURL(new RegExp(`/index/${segment}$`));

	await network.restore(context);
	await page.getByRole("button", { name: words.app.problemRetry }).click();
	await expect(page.getByText(words.app.keptFrom)).toHaveCount(0);
});

test("URL of an unvisited page lists cached pages while offline", async ({ page, context, network, language }) => {
	const { segment, words } = language;
	const path = `/${segment}/docs/guide/start`;
	const heading = page.getByRole("heading", { level: 1 });
	await read(page, path);
	const title = await heading.textContent();
	await network.cut(context);
	for (const [address, expected] of [
		[`/${segment}/docs/write/markdown`, words.offline.unread],
		[`/${segment}/docs?q=abc`, words.offline.search],
		["/localization", words.offline.unread],
	] as const) {
		await page.goto(`/index${address}`);
		await expect(heading).toHaveText(expected);
		await expect(page).toHaveTitle(new RegExp(expected));
		await expect(page.getByText(words.app.offline)).toBeHidden();
	}
	await page
		.getByRole("main")
		.getByRole("link", { name: title ?? "" })
		.click();
	await expect(heading).toHaveText(title ?? "");
	await page.goBack();
	await expect(heading).toHaveText(words.offline.unread);

	await network.restore(context);
	await expect(heading).toHaveText(words.localization.title);
});

test("unvisited page loads after a premature `online` event", async ({ page, context, network, language }) => {
	const { segment, words } = language;
	const heading = page.getByRole("heading", { level: 1 });
	await read(page, `/${segment}`);
	await network.cut(context);
	await page.goto("/index/localization");
	await expect(heading).toHaveText(words.offline.unread);
	await network.restoreLate(context, () => expect(heading).toHaveText(words.offline.unreachable));
	await expect(heading).toHaveText(words.localization.title);
});

test("link to an unvisited page opens its URL while offline", async ({ page, context, network, language }) => {
	const { segment, words } = language;
	const path = `/${segment}/docs/guide/start`;
	await read(page, path);
	await network.cut(context);
	const link = page.locator('.prose a[href^="/index/"]').last();
	const goal = await link.getAttribute("href");
	await link.click();
	await expect(page).toHaveURL((url) => url.pathname + url.hash === goal);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.offline.unread);
	await page.goBack();
	await expect(page).toHaveURL(new RegExp(`${path}$`));
	await expect(page.locator(".prose")).toBeVisible();
	await network.restore(context);
});

test("page opened by following a link is available offline", async ({ page, context, network, language }) => {
	const { segment } = language;
	await read(page, `/${segment}/docs/guide/start`);
	const link = page.locator('.prose a[href^="/index/"]').last();
	const goal = (await link.getAttribute("href"))?.replace(/#.*/, "") ?? "";
	const heading = page.getByRole("heading", { level: 1 });
	const left = await heading.textContent();
	await link.click();
	await expect(page).toHaveURL((url) => url.pathname === goal);
	await expect(heading).not.toHaveText(left ?? "");
	const title = await heading.textContent();
	// The service worker caches the text of the page and the documentation tree asynchronously.
	const path = goal.replace(/^.*\/docs\//, "");
	const cachedCount = async (path: string) => {
		const requests = await (await caches.open("pailou-pages")).keys();
		return requests.filter(({ url }) => decodeURIComponent(url).includes(path)).length;
	};
	await expect.poll(() => page.evaluate(cachedCount, path)).toBeGreaterThanOrEqual(2);
	await network.cut(context);
	await page.goto(goal);
	await expect(heading).toHaveText(title ?? "");
	await network.restore(context);
});

test("search shows an offline notice and resumes when online", async ({ page, context, network, language }) => {
	const { segment, words } = language;
	await read(page, `/${segment}`);
	await network.cut(context);
	await page.keyboard.press("/");
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	await expect(dialog).toBeVisible();
	await page.keyboard.type(segment === "zh" ? "翻译" : "translation");
	await expect(dialog.getByText(words.search.offline)).toBeVisible();
	await network.restore(context);
	await expect(dialog.getByRole("option").first()).toBeVisible();
});

test("search succeeds after a premature `online` event", async ({ page, context, network, language }) => {
	const { segment, words } = language;
	await read(page, `/${segment}`);
	await network.cut(context);
	await page.keyboard.press("/");
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	await expect(dialog).toBeVisible();
	await page.keyboard.type(segment === "zh" ? "翻译" : "translation");
	await expect(dialog.getByText(words.search.offline)).toBeVisible();
	await network.restoreLate(context, () => expect(dialog.getByText(words.search.failed)).toBeVisible());
	await expect(dialog.getByRole("option").first()).toBeVisible();
});

test("admin pages and searches are not cached", async ({ page, language }) => {
	const { segment } = language;
	await read(page, `/${segment}`);
	await open(page, "/admin");
	await open(page, `/${segment}/docs?q=import`);
	const urls = await page.evaluate(async () => {
		const names = await caches.keys();
		const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
		return cached.flat().map(({ url }) => url);
	});
	expect(urls.filter((url) => url.includes("/admin") || url.includes("q="))).toEqual([]);
});
