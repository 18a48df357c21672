// Pages that were read open without a network.
import type { Page } from "@playwright/test";
import { expect, open, test } from "../site.ts";

test.use({
	serviceWorkers: "allow",
	allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|navigation failed/,
});

/** The worker has taken the page over, and the page is kept. */
async function kept(page: Page, path: string): Promise<void> {
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
	await page.waitForFunction(
		async (url) => (await caches.match(url, { ignoreVary: true })) !== undefined,
		new URL(`/index${path}`, page.url()).href,
	);
}

test("a page that was read opens without a network, with a notice", async ({ page, context, language }) => {
	const { segment, words } = language;
	const read = `/${segment}/docs/guide/start`;
	await open(page, read);
	await kept(page, read);
	await open(page, `/${segment}`);
	await kept(page, `/${segment}`);

	await context.setOffline(true);
	await page.goto(`/index${read}`);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(page.getByText(words.app.offline)).toBeVisible();
	await expect(page.getByText(words.app.keptFrom)).toBeVisible();

	await page.goto(`/index/${segment}/docs/write/markdown`);
	await expect(page.getByText(words.app.offline)).toBeVisible();
	await context.setOffline(false);
});

test("the administration and searches are not kept", async ({ page, language }) => {
	const { segment } = language;
	await open(page, `/${segment}`);
	await kept(page, `/${segment}`);
	await open(page, "/admin");
	await open(page, `/${segment}/docs?q=import`);
	const urls = await page.evaluate(async () => {
		const names = await caches.keys();
		const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
		return kept.flat().map(({ url }) => url);
	});
	expect(urls.filter((url) => url.includes("/admin") || url.includes("q="))).toEqual([]);
});
