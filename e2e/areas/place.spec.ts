// Reading position after a language switch: the segment at the top of the window is the same, within 32 pixels.
import type { Page } from "@playwright/test";
import { expect, type Language, open, test } from "../fixtures.ts";

interface Place {
	number: number;
	top: number;
	words: string;
}

const windows = {
	desktop: { width: 1280, height: 800 },
	phone: { width: 390, height: 844 },
};

/** Returns the segments of the page, each with its number and its distance from the header in pixels. */
function segments(page: Page): Promise<(Place & { bottom: number })[]> {
	return page.evaluate(() => {
		const header = Math.max(0, document.querySelector("header > *")?.getBoundingClientRect().bottom ?? 0);
		let last = 0;
		return [...document.querySelectorAll<HTMLElement>("[data-segment]")].map((element) => {
			const written = element.dataset.segment ?? "";
			if (written !== "0") last = written === "" ? last + 1 : Number(written);
			const { top, bottom } = element.getBoundingClientRect();
			const words = element.textContent?.slice(0, 40) ?? "";
			return { number: written === "0" ? 0 : last, top: top - header, bottom: bottom - header, words };
		});
	});
}

/**
 * Ends the position adjustment of a language switch by simulating a scroll by the reader. Without this, a second switch
 * returns to the position before the first one.
 */
async function endAdjustment(page: Page): Promise<void> {
	await page.evaluate(() => dispatchEvent(new WheelEvent("wheel")));
}

async function scrollToShare(page: Page, share: number): Promise<void> {
	await endAdjustment(page);
	await page.evaluate((share) => scrollTo(0, document.documentElement.scrollHeight * share), share);
}

async function topSegment(page: Page): Promise<Place> {
	const all = await segments(page);
	const read = all.findLast(({ top, bottom }) => top <= 1 && bottom > 1) ?? all.find(({ top }) => top > 0);
	if (!read) throw new Error("the page has no segments");
	return read;
}

async function switchLanguage(page: Page, { tag, segment }: Language, isBack: boolean): Promise<void> {
	const other = tag === "zh-CN" ? "en-US" : "zh-CN";
	const link = page.locator(`header a[hreflang="${isBack ? tag : other}"]`);
	await expect(link).toBeInViewport({ ratio: 1 });
	// While a view transition covers the link, Playwright would scroll the page to make the link clickable.
	await page.waitForFunction(() => !document.documentElement.matches(":active-view-transition"));
	await link.click();
	const expected = isBack ? segment : segment === "zh" ? "en" : "zh";
	await expect(page).toHaveURL(new RegExp(`/index/${expected}/`));
	await expect(page.locator("html")).toHaveAttribute("lang", isBack ? tag : other);
}

async function expectPlace(page: Page, { number, top, words }: Place): Promise<void> {
	await page.evaluate(() => document.fonts.ready);
	// If the segment is so short in this language that it would not be visible, its end is expected 32 pixels below the
	// header.
	const distance = async () => {
		const found = (await segments(page)).find((segment) => segment.number === number);
		return Math.abs((found?.top ?? Number.POSITIVE_INFINITY) - Math.max(top, 32 - height(found)));
	};
	await expect.poll(distance, `${number}: ${words}`).toBeLessThanOrEqual(32);
}

/** Height of a segment in pixels; 0 if there is no segment. */
function height(segment: { top: number; bottom: number } | undefined): number {
	return segment ? segment.bottom - segment.top : 0;
}

for (const [name, viewport] of Object.entries(windows)) {
	test.describe(`on a ${name}`, () => {
		test.use({ viewport });

		for (const path of ["operate/run", "write/markdown"]) {
			test(`language switch in ${path} keeps every reading position`, async ({ page, language }) => {
				await open(page, `/${language.segment}/docs/${path}`);
				for (const share of [0.15, 0.4, 0.63, 0.9]) {
					await scrollToShare(page, share);
					const read = await topSegment(page);
					if (read.number === 0) continue;
					await switchLanguage(page, language, false);
					await expectPlace(page, read);
					await endAdjustment(page);
					const expected = await topSegment(page);
					await switchLanguage(page, language, true);
					await expectPlace(page, expected);
				}
			});
		}

		test("language switch ignores the fragment after scrolling", async ({ page, language }) => {
			const path = `/${language.segment}/docs/operate/run`;
			await open(page, path);
			const [first = ""] = await page.locator(".prose h2[id]").evaluateAll((all) => all.map(({ id }) => id));
			await page.goto(`/index${path}#${encodeURIComponent(first)}`);
			await scrollToShare(page, 0.6);
			const read = await topSegment(page);
			await switchLanguage(page, language, false);
			await expectPlace(page, read);
			const hash = decodeURIComponent(new URL(page.url()).hash.slice(1));
			expect(hash).not.toBe("");
			const top = await page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, hash);
			expect(top).toBeLessThan(viewport.height / 2);

			// Back and forward restore the scroll position.
			const scrollTop = await page.evaluate(() => scrollY);
			await page.goBack();
			await expectPlace(page, read);
			await page.goForward();
			await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrollTop - 32);
		});

		test("scrolling by the user ends the position adjustment", async ({ page, language }) => {
			await open(page, `/${language.segment}/docs/operate/run`);
			await scrollToShare(page, 0.4);
			const read = await topSegment(page);
			await switchLanguage(page, language, false);
			await expectPlace(page, read);
			const [chosen, later] = await page.evaluate(async () => {
				const frames = async (count: number) => {
					for (let left = count; left > 0; left -= 1) await new Promise(requestAnimationFrame);
				};
				// The router may scroll during these frames.
				await frames(60);
				scrollTo(0, document.documentElement.scrollHeight * 0.7);
				await frames(2);
				const chosen = scrollY;
				// Simulates an image that loads late.
				document
					.getElementById("pailou-main")
					?.append(Object.assign(document.createElement("div"), { style: "height: 99px" }));
				await frames(4);
				return [chosen, scrollY];
			});
			expect(later).toBe(chosen);
		});

		test("quick second language switch keeps the position", async ({ page, language }) => {
			await open(page, `/${language.segment}/docs/operate/run`);
			await scrollToShare(page, 0.6);
			const read = await topSegment(page);
			await page.evaluate(async () => {
				const link = () => document.querySelector<HTMLElement>("header a[hreflang]");
				const { lang } = document.documentElement;
				const first = document.querySelector("[data-segment]");
				link()?.click();
				while (document.documentElement.lang === lang || first?.isConnected) await new Promise(requestAnimationFrame);
				// Simulates a press, which ends the adjustment, and a scroll by the router before the second click.
				link()?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
				scrollTo(0, document.documentElement.scrollHeight * 0.3);
				link()?.click();
			});
			await expect(page.locator("html")).toHaveAttribute("lang", language.tag);
			await expectPlace(page, read);
		});

		test("language switch keeps the scroll position at the top of a page", async ({ page, language }) => {
			await open(page, `/${language.segment}/docs/operate/run`);
			await switchLanguage(page, language, false);
			expect(await page.evaluate(() => scrollY)).toBe(0);
			expect(new URL(page.url()).hash).toBe("");
		});
	});
}

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, allowed: /was preloaded .* but not used/ });

	test("outline link opens the section in the other language", async ({ page, language }) => {
		await page.goto(`/index/${language.segment}/docs/operate/run`);
		const other = language.tag === "zh-CN" ? "en-US" : "zh-CN";
		const outline = page.getByRole("navigation", { name: language.words.docs.outline, exact: true });
		const links = outline.locator(`a[hreflang="${other}"]`);
		expect(await links.count()).toBeGreaterThan(3);
		const goal = new URL((await links.nth(2).getAttribute("href")) ?? "", page.url());
		await links.nth(2).click();
		await expect(page).toHaveURL(goal.href);
		const id = decodeURIComponent(goal.hash.slice(1));
		await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
	});
});
