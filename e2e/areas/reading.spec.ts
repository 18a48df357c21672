// Reading in two languages: sections, the parallel view, outdated segments, shortcuts, and print.
import type { Page } from "@playwright/test";
import { expect, hydrated, interpolate, type Language, open, test } from "../fixtures.ts";

const moved = { zh: { section: "上限", first: "等待五秒" }, en: { section: "limits", first: "Wait ten seconds" } };

test("language switch opens the same section by its anchor", async ({ page, language }) => {
	const { segment, other, otherName } = language;
	await open(page, `/${segment}/docs/e2e/moved#${moved[segment].section}`);
	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${other}/docs/e2e/moved#`));
	expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${moved[other].section}`);
	await expect(page.locator(`h2[id="${moved[other].section}"]`)).toBeFocused();
});

test("anchor from the other language opens the same section", async ({ page, language }) => {
	const { segment, other } = language;
	await page.setViewportSize({ width: 800, height: 300 });
	await open(page, `/${segment}/docs/e2e/moved#${moved[other].section}`);
	await expect(page.locator(`h2[id="${moved[segment].section}"]`)).toBeInViewport();
});

test("language switch shows the state of the translation", async ({ page, language }) => {
	const { segment, otherName, words } = language;
	await open(page, `/${segment}/docs/e2e/moved`);
	const outdated = interpolate(words.app.languageOutdatedShort, { count: 2 });
	const name = segment === "zh" ? otherName : `${otherName} ${outdated}`;
	await expect(page.getByRole("banner").getByRole("link", { name, exact: true })).toBeVisible();
});

test("parallel view opened by a shortcut is kept on the next page", async ({ page, language }) => {
	const { segment, other, words } = language;
	const pairs = page.locator(".pair");
	await open(page, `/${segment}/docs/e2e/moved`);
	await page.keyboard.press("b");
	await expect(page).toHaveURL(/\?view=parallel/);
	await expect(page.locator("main :focus")).toHaveCSS("outline-style", "none");
	const pair = pairs.filter({ hasText: moved[segment].first });
	await expect(pair.locator(".side")).toHaveText([new RegExp(moved[segment].first), new RegExp(moved[other].first)]);
	await expect(pair.locator(".side").last()).toHaveAttribute("lang", other === "zh" ? "zh-CN" : "en-US");
	const [left, right] = await pair
		.locator(".side")
		.evaluateAll((sides) => sides.map((side) => side.getBoundingClientRect().top));
	expect(left).toBe(right);
	// Code that is equal in both languages is shown once.
	await expect(page.locator("pre", { hasText: "healthz" })).toHaveCount(1);

	await page.keyboard.press("n");
	await expect(page).not.toHaveURL(/moved/);
	await expect(pairs.first()).toBeVisible();
	await page.reload();
	await expect(pairs.first()).toBeVisible();

	await page.getByRole("link", { name: segment === "zh" ? "只看中文版" : "English text only" }).click();
	await expect(pairs).toHaveCount(0);
	await page.keyboard.press("p");
	await expect(page).toHaveURL(/moved$/);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(pairs).toHaveCount(0);
	expect(words.keys.parallel).not.toBe("");
});

const onlyEnglish = [
	"By the service manager",
	"In a container",
	"On a cluster",
	"When nothing helps",
	"What is kept",
	"Starting again",
];

/** Expects a notice above the Chinese text with links to its missing sections, and no notice above the English text. */
async function expectNamed({ page, language }: { page: Page; language: Language }) {
	const { words, segment } = language;
	const notice = page.getByRole("complementary", { name: words.docs.notice });
	if (segment === "en") return await expect(notice).toHaveCount(0);
	await expect(notice.getByText(interpolate(words.passages.onlyThere, { other: "英文" }))).toBeVisible();
	for (const name of onlyEnglish.slice(0, 5)) {
		const address = `/index/en/docs/e2e/stop#${name.toLowerCase().replaceAll(" ", "-")}`;
		await expect(notice.getByRole("link", { name })).toHaveAttribute("href", address);
	}
	await expect(notice.getByText(interpolate(words.passages.onlyThereRest, { count: 1 }))).toBeVisible();
	await expect(notice.getByRole("link")).toHaveCount(6);
}

test("missing sections are listed above the text with links", async ({ page, language }) => {
	const { segment } = language;
	await open(page, `/${segment}/docs/e2e/stop`);
	await expectNamed({ page, language });
	if (segment === "en") return;
	await page.getByRole("link", { name: "On a cluster" }).click();
	await expect(page).toHaveURL(/\/index\/en\/docs\/e2e\/stop#on-a-cluster$/);
	await expect(page.getByRole("heading", { name: "On a cluster" })).toBeInViewport();
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("missing sections are listed without JavaScript", async ({ page, language }) => {
		await page.goto(`/index/${language.segment}/docs/e2e/stop`);
		await expectNamed({ page, language });
	});

	test("parallel view and changes are shown without JavaScript", async ({ page, language }) => {
		const { segment } = language;
		await page.goto(`/index/${segment}/docs/e2e/moved`);
		if (segment === "zh") {
			await page.locator(".outdated-note summary").first().click();
			await expect(page.locator(".changed del").first()).toHaveText("five");
		}
		await page
			.getByRole("link", { name: segment === "zh" ? "与英文版对照" : "Compare with the Chinese version" })
			.click();
		await expect(page).toHaveURL(/\?view=parallel$/);
		await expect(page.locator(".pair").first()).toBeVisible();
	});
});

test("outdated segment is marked with its changes", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs/e2e/moved`);
	const notes = page.locator(".outdated-note");
	if (segment === "en") {
		await expect(notes).toHaveCount(0);
		return;
	}
	const notice = page.getByRole("complementary", { name: words.docs.notice });
	await expect(notice.getByRole("link", { name: "上限" })).toHaveAttribute("href", "#上限");
	await expect(notes).toHaveCount(2);
	await expect(page.locator(".outdated").first()).toHaveText(/请等待五秒/);
	const first = notes.first();
	await expect(first.getByText(interpolate(words.passages.major, { other: "英文" }))).toBeVisible();
	await expect(first.locator("ins")).toBeHidden();
	await first.getByText(interpolate(words.passages.changed, { other: "英文" })).click();
	await expect(first.locator("del")).toHaveText("five");
	await expect(first.locator("ins")).toHaveText("ten");
	await expect(first.locator(".changed")).toHaveAttribute("lang", "en-US");
	// Only the second list item has a notice.
	await expect(page.locator("li:has(.outdated-here)")).toHaveText("大页面从磁盘读取。");
});

test("shortcuts are listed and can be disabled", async ({ page, language }) => {
	const { segment, words } = language;
	const list = page.getByRole("dialog", { name: words.app.keys });
	await open(page, `/${segment}/docs/e2e/moved`);
	await page.keyboard.press("?");
	await expect(list.getByText(words.keys.parallel)).toBeVisible();
	await list.getByRole("checkbox", { name: words.keys.on }).uncheck();
	await page.keyboard.press("Escape");
	await expect(list).toBeHidden();

	await page.reload();
	await hydrated(page);
	for (const key of ["b", "n", "?", "/"]) await page.keyboard.press(key);
	await expect(page).toHaveURL(/moved$/);
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog", { name: words.docs.search })).toBeVisible();
	await page.keyboard.press("Escape");

	await page.getByRole("button", { name: words.app.keys }).click();
	await list.getByRole("checkbox").check();
	await page.keyboard.press("Escape");
	await page.keyboard.press("b");
	await expect(page).toHaveURL(/view=parallel/);
});

test("shortcuts are ignored in text fields and with a modifier", async ({ page, language }) => {
	const { segment } = language;
	await open(page, `/${segment}/docs?q=zzzzqqqq`);
	const field = page.getByRole("main").getByRole("searchbox");
	await field.fill("");
	await field.pressSequentially("b?/n");
	await expect(field).toHaveValue("b?/n");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await open(page, `/${segment}/docs/e2e/moved`);
	await page.keyboard.press("Alt+b");
	await page.keyboard.press("Control+b");
	await expect(page).toHaveURL(/moved$/);
});

test("loading an image causes no layout shift", async ({ page, language }) => {
	const { segment } = language;
	await page.route("**/arch.png", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 700));
		await route.continue();
	});
	await page.addInitScript(() => {
		const shifts: number[] = [];
		Object.assign(window, { shifts });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) shifts.push("value" in entry ? Number(entry.value) : 0);
		}).observe({ type: "layout-shift", buffered: true });
	});
	await open(page, `/${segment}/docs/e2e/image`);
	const image = page.locator(".prose img");
	await expect(image).toHaveAttribute("width", "640");
	await expect(image).toHaveAttribute("height", "360");
	await expect.poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.complete)).toBe(true);
	const shifts = await page.evaluate(() => ("shifts" in window && Array.isArray(window.shifts) ? window.shifts : []));
	expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
});

test("printed page shows the text and the link targets", async ({ page, language }) => {
	const { segment } = language;
	await page.emulateMedia({ media: "print" });
	await open(page, `/${segment}/docs/guide/start`);
	for (const around of ["header", "nav", "form", "button"]) {
		const visibleCount = await page
			.locator(around)
			.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
		expect(visibleCount, around).toBe(0);
	}
	await expect(page.locator(".prose")).toBeVisible();
	const link = page.locator('.prose a[href^="https://rustup.rs"]').first();
	expect(await link.evaluate((a) => getComputedStyle(a, "::after").content)).toContain("https://rustup.rs");
	expect(
		await page
			.locator("pre")
			.first()
			.evaluate((pre) => getComputedStyle(pre).whiteSpace),
	).toBe("pre-wrap");
});
