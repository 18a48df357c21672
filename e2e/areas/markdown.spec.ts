// Markdown features, on a page that contains all of them. `fixtures.ts` checks in every test that no page sends
// requests to another origin or violates the content security policy.
import type { Page } from "@playwright/test";
import { expect, hydrated, open, test } from "../fixtures.ts";

const panel = (page: Page, text: string) => page.locator(".tab-panel").filter({ hasText: text });
const markdown = (segment: string) => `/${segment}/docs/write/markdown`;

test("code has colors, title, and line numbers without a script", async ({ browser, language, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(`${baseURL}/index${markdown(language.segment)}`);
	const block = page.locator("figure.code-figure").filter({ hasText: "src/main.rs" });
	await expect(block.locator("figcaption")).toHaveText("src/main.rs");
	await expect(block.locator('.line.highlighted[data-line="2"]')).toContainText("牌楼");
	const colours = await block.locator("pre").evaluate((pre) => {
		const colour = (selector: string) => getComputedStyle(pre.querySelector(selector) ?? pre).color;
		return new Set([colour("code"), colour(".hl-keyword"), colour(".hl-string"), colour(".hl-function")]).size;
	});
	expect(colours).toBe(4);
	await expect(page.getByRole("button", { name: language.words.docs.copy, exact: true })).toHaveCount(0);
	await context.close();
});

test("copied code omits removed lines and line numbers", async ({ page, context, language }) => {
	const { segment, words } = language;
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await open(page, markdown(segment));
	const block = page.locator(".code-block").filter({ has: page.locator(".line.removed") });
	await block.getByRole("button", { name: words.docs.copy, exact: true }).click();
	await expect(block.getByRole("button", { name: words.docs.copied })).toBeVisible();
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	expect(await copied()).toBe("const bays = 5;\nbuild(bays);");
	// The selected text contains every line once, without line numbers or the `+` and `-` of changed lines.
	const selected = await page
		.locator("code.numbered")
		.first()
		.evaluate((code) => {
			getSelection()?.selectAllChildren(code);
			return getSelection()?.toString().trim();
		});
	expect(selected).toBe('fn main() {\n    println!("牌楼");\n}');
});

test("tab selected by keyboard is selected in all groups and saved", async ({ page, language }) => {
	await open(page, markdown(language.segment));
	const cargo = page.getByRole("tab", { name: "Cargo" });
	await expect(cargo).toHaveCount(2);
	await page.getByRole("tab", { name: "npm" }).first().focus();
	await page.keyboard.press("ArrowRight");
	await expect(cargo.first()).toBeFocused();
	await expect(page.getByRole("tabpanel", { name: "Cargo" })).toHaveCount(2);
	await expect(panel(page, "cargo run")).toBeVisible();
	await expect(panel(page, "npm start")).toBeHidden();
	await page.reload();
	await hydrated(page);
	await expect(cargo.last()).toHaveAttribute("aria-selected", "true");
});

test("tabs, formulas, and diagrams are readable without a script", async ({ browser, language, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(`${baseURL}/index${markdown(language.segment)}`);
	await page.getByRole("radio", { name: "Cargo" }).last().check();
	await expect(panel(page, "cargo run")).toBeVisible();
	await expect(panel(page, "npm start")).toBeHidden();
	await expect(page.locator('math[display="block"]')).toContainText("宽");
	await expect(page.locator("code.language-mermaid")).toContainText("flowchart LR");
	await context.close();
});

test("diagram is rendered lazily and follows the theme", async ({ page, language }) => {
	const { segment, words } = language;
	const libraries: string[] = [];
	page.on("request", (request) => request.url().includes("diagram-library") && libraries.push(request.url()));
	await open(page, `/${segment}/docs/guide/start`);
	expect(libraries).toEqual([]);

	await open(page, markdown(segment));
	await page.locator("code.language-mermaid").scrollIntoViewIfNeeded();
	const frame = page.locator("iframe.diagram");
	await expect(frame).toHaveAttribute("data-state", "drawn");
	await expect(frame).toHaveAttribute("title", words.docs.diagram);
	const drawing = page.frameLocator("iframe.diagram").locator("svg");
	await expect(drawing).toContainText(segment === "zh" ? "屋顶" : "Roof");
	const height = await frame.evaluate((element) => element.clientHeight);
	expect(height).toBeGreaterThan(30);
	const ground = () =>
		page
			.frameLocator("iframe.diagram")
			.locator("html")
			.evaluate((html) => html.style.colorScheme);
	await page.emulateMedia({ colorScheme: "dark" });
	await expect.poll(ground).toBe("dark");
	await page.locator(".diagram-source summary").click();
	await expect(page.locator("code.language-mermaid")).toBeVisible();
});

test("invalid diagram shows its source code and an error", async ({ page, language }) => {
	await open(page, `/${language.segment}/docs/e2e/constructs`);
	await expect(page.locator(".diagram-error")).toContainText(language.words.docs.diagramFailed);
	await expect(page.locator("code.language-mermaid")).toBeVisible();
	await expect(page.locator("iframe")).toHaveCount(0);
});

test("included code is in the HTML, but not in the Markdown", async ({ page, language, request, baseURL }) => {
	const { segment } = language;
	await open(page, markdown(segment));
	await expect(page.locator("figure.code-figure").filter({ hasText: "arch.rs" })).toContainText(
		"fn width(&self) -> f64",
	);
	const source = await (await request.get(`${baseURL}/index${markdown(segment)}.md`)).text();
	expect(source).toContain("<<< @/parts/arch.rs#width {rust:line-numbers} [arch.rs]\n");
});

test("hydration causes no layout shift", async ({ page, language }) => {
	await page.addInitScript(() => {
		const shifts: number[] = [];
		Object.assign(window, { shifts });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
		}).observe({ type: "layout-shift", buffered: true });
	});
	await open(page, `${markdown(language.segment)}#tabs`);
	await expect(page.getByRole("tab").first()).toBeVisible();
	const moved = await page.evaluate(() =>
		(window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
	);
	expect(moved).toBeLessThan(0.01);
});
