// Versions of the documentation: the version switch, notices, and search.
import type { Page } from "@playwright/test";
import { axeViolations, expect, horizontalOverflow, interpolate, open, test } from "../fixtures.ts";

// Expected console error: the test site has no index page of the documentation.
test.use({ allowed: /status of 404/ });

const section = { zh: "上限", en: "limits" };
const phrases = { zh: "泥潭服务器", en: "quagmire server" };

function summary(page: Page, version: string, sentence: string) {
	return page.getByText(interpolate(sentence, { version }), { exact: true });
}

test("version switch keeps the section", async ({ page, language }) => {
	const { segment, words } = language;
	const hash = `#${encodeURIComponent(section[segment])}`;
	await open(page, `/${segment}/docs/e2e/moved${hash}`);
	await summary(page, "2.0", words.docs.version).click();
	await page.getByRole("link", { name: `1.9 ${words.docs.versionEnded}` }).click();
	await expect(page).toHaveURL(`/index/${segment}/docs/@1.9/e2e/moved${hash}`);
	await expect(page.getByRole("article").getByText(phrases[segment])).toBeVisible();
	const notice = page.getByRole("complementary", { name: words.docs.versionNotice });
	await expect(notice).toContainText(interpolate(words.docs.readsEnded, { version: "1.9" }));
	await expect(notice).toContainText(interpolate(words.docs.versionNow, { version: "2.0" }));
	await notice.getByRole("link", { name: words.docs.versionSamePage }).click();
	await expect(page).toHaveURL(`/index/${segment}/docs/e2e/moved`);
	await expect(notice).toHaveCount(0);
});

test("language switch and links stay in the open version", async ({ page, language }) => {
	const { segment, other, otherName, words } = language;
	await open(page, `/${segment}/docs/@1.9/e2e/moved`);
	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(`/index/${other}/docs/@1.9/e2e/moved`);
	await page.goBack();
	await page
		.getByRole("article")
		.getByRole("link", { name: segment === "zh" ? "旧规定" : "the old rule", exact: true })
		.click();
	await expect(page).toHaveURL(`/index/${segment}/docs/@1.9/e2e/gone`);
	const notices = page.getByRole("complementary");
	await expect(notices.filter({ hasText: words.docs.versionNearest })).toBeVisible();
	// The page exists in English only.
	await expect(page.getByRole("complementary", { name: words.docs.notice })).toHaveCount(segment === "zh" ? 1 : 0);
	await page.getByRole("link", { name: words.docs.versionNearest }).click();
	await expect(page).toHaveURL(`/index/${segment}/docs`);
});

test("search dialog searches the open version first", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs/@1.9/e2e/moved`);
	await page.keyboard.press("/");
	const dialog = page.getByRole("dialog", { name: words.docs.search });
	await dialog.getByRole("combobox").fill(phrases[segment]);
	await expect(dialog.getByRole("option").first()).toHaveAttribute("href", /\/docs\/@1\.9\/e2e\/moved/);
	await dialog.getByRole("button", { name: words.docs.searchCurrent }).click();
	await expect(dialog.getByRole("button", { name: words.docs.searchCurrent })).toHaveCount(0);
	await expect(dialog.getByRole("option", { name: new RegExp(phrases[segment]) })).toHaveCount(0);
});

test("old version's page has the current page's canonical URL", async ({ page, language, request }) => {
	const { segment, other, tag } = language;
	const canonical = page.locator('link[rel="canonical"]');
	await page.goto(`/index/${segment}/docs/@1.9/e2e/moved`);
	await expect(canonical).toHaveAttribute("href", new RegExp(`/index/${segment}/docs/e2e/moved$`));
	await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
	const alternates = page.locator('link[rel="alternate"][hreflang]:not([hreflang="x-default"])');
	const hrefs = await alternates.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
	expect(hrefs.map((href) => new URL(href).pathname).sort()).toEqual(
		[`/index/${segment}/docs/@1.9/e2e/moved`, `/index/${other}/docs/@1.9/e2e/moved`].sort(),
	);
	expect(tag).not.toBe("");
	await page.goto("/index/en/docs/@1.9/e2e/gone");
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
	for (const path of ["/sitemap.xml", "/llms.txt", `/index/${segment}/feed.xml`])
		expect(await (await request.get(path)).text()).not.toContain("@1.9");
});

test("URL of the current version redirects; unknown version or page is 404", async ({ page, language, request }) => {
	const { segment } = language;
	await page.goto(`/index/${segment}/docs/@2.0/guide/start`);
	await expect(page).toHaveURL(`/index/${segment}/docs/guide/start`);
	for (const path of ["@7.7/guide/start", "@1.9/guide/start", "@1.9/"]) {
		const answer = await request.get(`/index/${segment}/docs/${path}`);
		expect(answer.status(), path).toBe(path.endsWith("/") ? 200 : 404);
	}
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("version links and version search work without JavaScript", async ({ page, language }) => {
		const { segment, words } = language;
		await page.goto(`/index/${segment}/docs/e2e/moved`);
		await summary(page, "2.0", words.docs.version).click();
		await page.getByRole("link", { name: `1.9 ${words.docs.versionEnded}` }).click();
		await expect(page).toHaveURL(`/index/${segment}/docs/@1.9/e2e/moved`);
		const field = page.getByRole("banner").getByRole("searchbox");
		await field.fill(phrases[segment]);
		await field.press("Enter");
		await expect(page).toHaveURL(/\/docs\/@1\.9\?q=/);
		await expect(page.getByRole("link", { name: /要等多久|How long to wait/ }).first()).toHaveAttribute(
			"href",
			`/index/${segment}/docs/@1.9/e2e/moved`,
		);
		await page.getByRole("link", { name: words.docs.searchCurrent }).click();
		await expect(page).toHaveURL(new RegExp(`/${segment}/docs\\?q=`));
		await expect(page.getByRole("link", { name: words.docs.searchCurrent })).toHaveCount(0);
	});
});

for (const colorScheme of ["light", "dark"] as const) {
	test.describe(`at 360 pixels in ${colorScheme} colors`, () => {
		test.use({ viewport: { width: 360, height: 740 }, colorScheme, reducedMotion: "reduce" });

		test("old version pages have no axe violations and no overflow", async ({ page, language }) => {
			const { segment, words } = language;
			for (const path of ["@1.9/e2e/moved", "@1.9/e2e/gone", "@1.9?q=zzzz"]) {
				await open(page, `/${segment}/docs/${path}`);
				if (!path.includes("?")) await summary(page, "1.9", words.docs.version).click();
				expect.soft(await axeViolations(page)).toEqual([]);
				const tooWide = await horizontalOverflow(page);
				expect.soft(tooWide, path).toBeLessThanOrEqual(0);
			}
		});
	});
}
