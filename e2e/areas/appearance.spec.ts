// What every page looks like, beside the pictures in `e2e/appearance`: at half the size, so that a browser's smoothing
// of letters makes no difference and a line, a gap or a colour does. Letters are of one font, which Debian packs as
// fonts-noto-cjk. Take over changed ones with `npx just accept-pictures`, after a look at them.
import type { Page } from "@playwright/test";
import { expect, open, publicPages, test } from "../site.ts";

test.use({ allowed: /status of 404/, reducedMotion: "reduce", deviceScaleFactor: 0.5, bypassCSP: true });

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
	["behind", `/${segment}/docs/e2e/moved`],
	["old-version", `/${segment}/docs/@1.9/e2e/moved`],
];

async function dress(page: Page): Promise<void> {
	await page.addStyleTag({
		content: `* { --sans: "Noto Sans CJK SC" !important; --mono: "Noto Sans Mono CJK SC" !important } time { visibility: hidden }`,
	});
	await page.evaluate(() => document.fonts.ready);
}

const likeness = { scale: "device", threshold: 0.15, maxDiffPixelRatio: 0.001 } as const;

for (const [name] of pages("en")) {
	test(`${name} looks as it did`, async ({ page, language }) => {
		const [, path = ""] = pages(language.segment).find(([other]) => other === name) ?? [];
		await open(page, path);
		await dress(page);
		for (const { width, height, colorScheme } of views[language.segment]) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height });
			await expect.soft(page).toHaveScreenshot(`${name}-${language.segment}-${width}.png`, likeness);
		}
	});
}

test("a picture tells a moved, a missing and a differently coloured thing from what was there", async ({ page }) => {
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
		const style = await page.addStyleTag({ content: change });
		await expect.soft(page, change).not.toHaveScreenshot("article-en-1440.png", { ...likeness, timeout: 2000 });
		await style.evaluate((element) => element.parentElement?.removeChild(element));
	}
});
