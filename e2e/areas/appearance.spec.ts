// What is checked on each page by itself: accessibility, narrow windows, 400 % zoom, and what it looks like beside the
// pictures in `e2e/appearance`. Pictures are at half the size, so that a browser's smoothing
// of letters makes no difference and a line, a gap or a colour does. Letters are of one font, which Debian packs as
// fonts-noto-cjk. Take over changed ones with `npx just accept-pictures`, after a look at them.
import type { Page } from "@playwright/test";
import {
	axeFindings,
	cutOff,
	expect,
	horizontalOverflow,
	type Language,
	open,
	publicPages,
	test,
} from "../fixtures.ts";

test.use({ allowed: /status of 404/, reducedMotion: "reduce", deviceScaleFactor: 0.5 });

/** Between them the languages have every width, and the widest in both colours. */
const views = {
	zh: [
		{ width: 360, height: 740, colorScheme: "light" },
		{ width: 1440, height: 900, colorScheme: "dark" },
	],
	en: [
		{ width: 768, height: 900, colorScheme: "dark" },
		{ width: 1440, height: 900, colorScheme: "light" },
	],
} as const;

/** What another day, another machine or another test changes. */
const changing = new Set(["datastat"]);

const pages = (segment: "zh" | "en"): [name: string, path: string][] => [
	...publicPages(segment).filter(([name]) => !changing.has(name)),
	["outdated", `/${segment}/docs/e2e/moved`],
	["old-version", `/${segment}/docs/@1.9/e2e/moved`],
];

/** As the content security policy allows it: no element, but a sheet of the document. */
function addStyle(page: Page, content: string): Promise<void> {
	return page.evaluate((content) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(content);
		document.adoptedStyleSheets.push(sheet);
	}, content);
}

async function dress(page: Page): Promise<void> {
	await addStyle(
		page,
		`* { --sans: "Noto Sans CJK SC" !important; --mono: "Noto Sans Mono CJK SC" !important } time { visibility: hidden }`,
	);
	await page.evaluate(() => document.fonts.ready);
}

const likeness = { scale: "device", threshold: 0.15, maxDiffPixelRatio: 0.001 } as const;

/** Scrolled to its middle at 400 % zoom: how much of the window stays covered. */
function coveredBy(page: Page): Promise<number> {
	return page.evaluate(() => {
		scrollTo(0, document.documentElement.scrollHeight / 2);
		const stays = ({ position }: CSSStyleDeclaration) => position === "fixed" || position === "sticky";
		const heights = [...document.querySelectorAll("body *")]
			.filter((element) => stays(getComputedStyle(element)))
			.map((element) => element.getBoundingClientRect())
			.filter(({ top, bottom, width }) => top < innerHeight && bottom > 0 && width > innerWidth / 2)
			.map(({ top, bottom }) => Math.min(bottom, innerHeight) - Math.max(top, 0));
		return Math.max(0, ...heights) / innerHeight;
	});
}

/** The header shows the site's whole name and every area. */
async function expectWholeHeader(page: Page, { name, words }: Language): Promise<void> {
	const banner = page.getByRole("banner");
	expect.soft(await banner.getByText(name, { exact: true }).evaluate(cutOff)).toBe(0);
	const areas = banner.getByRole("navigation", { name: words.app.areas }).getByRole("link");
	const ends = await areas.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().right));
	expect.soft(Math.max(...ends)).toBeLessThanOrEqual(320);
}

const isPublic = new Set(publicPages("en").map(([name]) => name));

// Each page is opened once for all that is checked on it.
for (const name of new Set([...isPublic, ...pages("en").map(([name]) => name)])) {
	test(`${name} is accessible, fits narrow windows and looks as it did`, async ({ page, language }) => {
		const { segment } = language;
		const all = [...publicPages(segment), ...pages(segment)];
		const [, path = ""] = all.find(([other]) => other === name) ?? [];
		await open(page, path);
		if (isPublic.has(name)) {
			for (const colorScheme of ["light", "dark"] as const) {
				await test.step(`axe finds nothing in ${colorScheme} colours`, async () => {
					await page.emulateMedia({ colorScheme });
					expect.soft(await axeFindings(page)).toEqual([]);
				});
			}
			await test.step("nothing scrolls sideways at 360 pixels", async () => {
				await page.setViewportSize({ width: 360, height: 740 });
				expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
			});
			// The size of a window of 1280 × 1024 pixels at 400 % zoom (WCAG 2.2, 1.4.10).
			await test.step("at 400 % zoom it is read by scrolling down alone", async () => {
				await page.setViewportSize({ width: 320, height: 256 });
				expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
				await expectWholeHeader(page, language);
				expect.soft(await coveredBy(page)).toBeLessThan(0.5);
			});
		}
		if (changing.has(name)) return;
		await page.evaluate(() => scrollTo(0, 0));
		await dress(page);
		for (const { width, height, colorScheme } of views[segment]) {
			await test.step(`it looks as it did at ${width} pixels`, async () => {
				await page.emulateMedia({ colorScheme });
				await page.setViewportSize({ width, height });
				await expect.soft(page).toHaveScreenshot(`${name}-${segment}-${width}.png`, likeness);
			});
		}
	});
}

test("screenshot comparison detects moved, missing, and recolored elements", async ({ page }) => {
	await open(page, "/en/docs/guide/start");
	await dress(page);
	await page.emulateMedia({ colorScheme: "light" });
	await page.setViewportSize({ width: 1440, height: 900 });
	await expect(page).toHaveScreenshot("article-en-1440.png", likeness);
	for (const change of [
		"main { translate: 0 4px }",
		"header a[href] { visibility: hidden }",
		"h1 { font-size: 1.9rem !important }",
		"main { --ink: var(--accent) !important; color: var(--accent) !important }",
	]) {
		await addStyle(page, change);
		await expect.soft(page, change).not.toHaveScreenshot("article-en-1440.png", { ...likeness, timeout: 2000 });
		await page.evaluate(() => void document.adoptedStyleSheets.pop());
	}
});
