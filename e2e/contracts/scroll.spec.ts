// Scroll positions after back, forward, and reload, and at anchors.
import type { Page } from "@playwright/test";
import { expect, open, test } from "../fixtures.ts";

const long = "/en/docs/e2e/long";

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Expects the scroll position `goal`, in pixels, with a tolerance for rounding. */
async function expectAt(page: Page, goal: number): Promise<void> {
	await expect.poll(async () => Math.abs((await scrollTop(page)) - goal)).toBeLessThanOrEqual(2);
}

async function scrollDown(page: Page, top: number): Promise<void> {
	await page.evaluate((goal) => scrollTo(0, goal), top);
	await expectAt(page, top);
}

test("back, forward, and reload restore the scroll position", async ({ page, language }) => {
	const areas = page.getByRole("navigation", { name: language.words.app.areas });
	await open(page, long);
	await scrollDown(page, 1500);

	await areas.getByRole("link", { name: language.words.app.localization }).click();
	await expect(page).toHaveURL(/\/localization$/);
	await expectAt(page, 0);
	await scrollDown(page, 120);

	await page.goBack();
	await expect(page).toHaveURL(/\/long$/);
	await expectAt(page, 1500);

	await page.goForward();
	await expect(page).toHaveURL(/\/localization$/);
	await expectAt(page, 120);

	await page.goBack();
	await expectAt(page, 1500);
	await page.reload();
	await expectAt(page, 1500);
});

test("anchor link scrolls to its section; back undoes the scroll", async ({ page, language }) => {
	const outline = page.getByRole("navigation", { name: language.words.docs.outline });
	const section = page.locator("#part-20");
	await open(page, long);
	await scrollDown(page, 300);
	await outline.getByRole("link", { name: "Section 20", exact: true }).click();
	await expect(page).toHaveURL(/#part-20$/);
	await expect.poll(async () => (await section.boundingBox())?.y).toBeLessThan(200);
	await page.goBack();
	await expect(page).toHaveURL(/\/long$/);
	await expectAt(page, 300);
});

test("URL with an anchor opens at its section below the header", async ({ page }) => {
	await open(page, `${long}#part-20`);
	const section = page.locator("#part-20");
	const header = page.getByRole("banner");
	await expect.poll(async () => (await section.boundingBox())?.y).toBeLessThan(200);
	const [top, bar] = [await section.boundingBox(), await header.boundingBox()];
	expect(top?.y).toBeGreaterThanOrEqual(bar?.height ?? 0);
});

test("navigation during a view transition logs no error", async ({ page, language }) => {
	const areas = page.getByRole("navigation", { name: language.words.app.areas });
	await open(page, long);
	await page.evaluate(() => {
		const start = document.startViewTransition.bind(document);
		// The first transition is delayed until the router skips it.
		let release = () => {};
		const skipped = new Promise<void>((resolve) => {
			release = resolve;
		});
		let firstTransition: ViewTransition | undefined;
		document.startViewTransition = (update) => {
			const change = typeof update === "function" ? update : update?.update;
			const isFirst = firstTransition === undefined;
			const turn = start(async () => {
				await change?.();
				if (isFirst) history.back();
				if (isFirst) await skipped;
			});
			firstTransition ??= turn;
			const skip = turn.skipTransition.bind(turn);
			turn.skipTransition = () => {
				skip();
				release();
			};
			return turn;
		};
	});
	await areas.getByRole("link", { name: language.words.app.localization }).click();
	await expect(page).toHaveURL(/\/long$/);
	await expect(page.locator("#part-20")).toBeVisible();
});
