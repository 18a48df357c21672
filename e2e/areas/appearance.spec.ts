// Checks of each page: accessibility, narrow windows, 400 % zoom, and comparison with the screenshots in
// `e2e/appearance`. Screenshots have half the size, so that differences in font smoothing disappear, but a changed
// line, gap, or color is detected. All text has the fonts of Debian's package fonts-noto-cjk. After a review, accept
// changed screenshots with `npx just update-screenshots`.
import type { Page } from "@playwright/test";
import {
	axeViolations,
	cutOff,
	expect,
	horizontalOverflow,
	type Language,
	open,
	publicPages,
	test,
} from "../fixtures.ts";

test.use({ allowed: /status of 404/, reducedMotion: "reduce", deviceScaleFactor: 0.5 });

/**
 * Window sizes by language. Together, the languages use each of the three widths, and the largest width in both color
 * schemes.
 */
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

/** Pages without screenshots, because their content depends on the day or on other tests. */
const changing = new Set(["datastat"]);

const pages = (segment: "zh" | "en"): [name: string, path: string][] => [
	...publicPages(segment).filter(([name]) => !changing.has(name)),
	["outdated", `/${segment}/docs/e2e/moved`],
	["old-version", `/${segment}/docs/@1.9/e2e/moved`],
];

/** Adds a style sheet to the document in the way that the content security policy allows. */
function addStyle(page: Page, content: string): Promise<void> {
	return page.evaluate((content) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(content);
		document.adoptedStyleSheets.push(sheet);
	}, content);
}

async function applyPackagedFonts(page: Page): Promise<void> {
	await addStyle(
		page,
		`* { --sans: "Noto Sans CJK SC" !important; --mono: "Noto Sans Mono CJK SC" !important } time { visibility: hidden }`,
	);
	await page.evaluate(() => document.fonts.ready);
}

const likeness = { scale: "device", threshold: 0.15, maxDiffPixelRatio: 0.001 } as const;

/**
 * Scrolls to the middle of the page. Returns the largest share of the window height that a wide fixed or sticky element
 * covers.
 */
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

/** Expects that the header shows the full site title and every area. */
async function expectWholeHeader(page: Page, { name, words }: Language): Promise<void> {
	const banner = page.getByRole("banner");
	expect.soft(await banner.getByText(name, { exact: true }).evaluate(cutOff)).toBe(0);
	const areas = banner.getByRole("navigation", { name: words.app.areas }).getByRole("link");
	const ends = await areas.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().right));
	expect.soft(Math.max(...ends)).toBeLessThanOrEqual(320);
}

const isPublic = new Set(publicPages("en").map(([name]) => name));

// Each page is opened once for all of its checks.
for (const name of new Set([...isPublic, ...pages("en").map(([name]) => name)])) {
	test(`${name} page is accessible and matches its screenshots`, async ({ page, language }) => {
		const { segment } = language;
		const all = [...publicPages(segment), ...pages(segment)];
		const [, path = ""] = all.find(([other]) => other === name) ?? [];
		await open(page, path);
		if (isPublic.has(name)) {
			for (const colorScheme of ["light", "dark"] as const) {
				await test.step(`${colorScheme} page has no axe violations`, async () => {
					await page.emulateMedia({ colorScheme });
					expect.soft(await axeViolations(page)).toEqual([]);
				});
			}
			await test.step("page has no horizontal overflow at 360 pixels", async () => {
				await page.setViewportSize({ width: 360, height: 740 });
				expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
			});
			// Size of a window of 1280 × 1024 pixels at 400 % zoom (WCAG 2.2, 1.4.10).
			await test.step("page scrolls only vertically at 400 % zoom", async () => {
				await page.setViewportSize({ width: 320, height: 256 });
				expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
				await expectWholeHeader(page, language);
				expect.soft(await coveredBy(page)).toBeLessThan(0.5);
			});
		}
		if (changing.has(name)) return;
		await page.evaluate(() => scrollTo(0, 0));
		await applyPackagedFonts(page);
		// The starter questions depend on all pages of the site, including those of other tests.
		const { starters } = language.words.assistant;
		await addStyle(page, `nav[aria-label="${starters}"] { display: none }`);
		for (const { width, height, colorScheme } of views[segment]) {
			await test.step(`page equals its screenshot at ${width} pixels`, async () => {
				await page.emulateMedia({ colorScheme });
				await page.setViewportSize({ width, height });
				await expect.soft(page).toHaveScreenshot(`${name}-${segment}-${width}.png`, likeness);
			});
		}
	});
}

test("screenshot comparison detects changed elements", async ({ page }) => {
	await open(page, "/en/docs/guide/start");
	await applyPackagedFonts(page);
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
