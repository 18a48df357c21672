// The assistant: questions on its page and beside a page, without JavaScript, and by keyboard; its history and shared
// answers.

import { axeViolations, expect, open, test } from "../fixtures.ts";

const question = { zh: "怎么恢复备份", en: "How do I restore a backup?" };

test("answer has quotations with their sources", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/assistant`);
	const field = page.getByLabel(words.assistant.question);
	await field.fill(question[segment]);
	await page.keyboard.press("Enter");
	const answer = page.getByRole("article");
	await expect(answer.getByRole("heading", { name: question[segment] })).toBeVisible();
	const source = answer.getByRole("figure").first().getByRole("link").first();
	await expect(source).toHaveAttribute("href", new RegExp(`^/index/${segment}/docs/.*#.*:~:text=`));
	await expect(page.getByLabel(words.assistant.nextQuestion)).toHaveValue("");
	// The quoted page contains the quotation, and one element whose id is the anchor of the link.
	const quote = await answer.locator("blockquote :is(p, li, code, dd)").first().textContent();
	const href = await source.getAttribute("href");
	// The text fragment is removed here, as browsers do when they load a document.
	const [address = ""] = (href ?? "").split(":~:");
	await page.goto(address);
	const anchor = decodeURIComponent(address.split("#")[1] ?? "");
	await expect(page.locator(`[id="${anchor}"]`)).toHaveCount(1);
	const plain = (text: string | null) => (text ?? "").replace(/\s+/g, "");
	expect(plain(await page.getByRole("main").textContent())).toContain(plain(quote));
});

test("URL with only a text fragment scrolls to the quotation", async ({ page, language }) => {
	const { segment, words } = language;
	// In a low window, every quotation is below the visible part of the page.
	await page.setViewportSize({ width: 1280, height: 300 });
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(question[segment]);
	await page.keyboard.press("Enter");
	const figures = page.getByRole("article").getByRole("figure");
	await expect(figures.first()).toBeVisible();
	const links = await figures.evaluateAll((all) => all.map((it) => it.querySelector("a")?.getAttribute("href") ?? ""));
	for (const link of links) {
		const [address = "", directive = ""] = link.split(":~:");
		// The page scrolls only if the browser finds the text of the fragment.
		await page.goto("about:blank");
		await page.goto(`${address.split("#")[0]}#:~:${directive}`);
		await expect.poll(() => page.evaluate(() => window.scrollY), { message: link }).toBeGreaterThan(0);
	}
});

test("conversation is stored in the browser until deleted", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(question[segment]);
	await page.getByRole("button", { name: words.assistant.ask, exact: true }).click();
	await expect(page.getByRole("figure").first()).toBeVisible();
	await open(page, `/${segment}/assistant`);
	await page.locator("summary").click();
	await expect(page.getByRole("heading", { name: question[segment] })).toBeVisible();
	await page.getByRole("button", { name: words.assistant.erase }).click();
	await page.getByRole("group", { name: words.assistant.erase }).getByRole("button").first().click();
	await expect(page.locator("summary")).toHaveCount(0);
	expect(await page.evaluate(() => localStorage.getItem("pailou_assistant"))).toBeNull();
});

test("answer is shared as a link", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(question[segment]);
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: words.assistant.share }).click();
	const link = await page.getByLabel(words.assistant.shareLink).inputValue();
	expect(new URL(link).search).toMatch(/^\?share=[0-9a-z]+$/);
	await page.goto(link);
	await expect(page.getByRole("heading", { name: question[segment] })).toBeVisible();
	await expect(page.getByRole("figure").first()).toBeVisible();
});

test("assistant dialog on a documentation page shows an answer", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, `/${segment}/docs/operate/backup`);
	await page.getByRole("link", { name: words.app.askAssistant }).click();
	const dialog = page.getByRole("dialog", { name: words.assistant.title });
	await expect(dialog.getByLabel(words.assistant.question)).toBeFocused();
	await page.keyboard.type(question[segment]);
	await page.keyboard.press("Enter");
	await expect(dialog.getByRole("figure").first()).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole("link", { name: words.app.askAssistant })).toBeFocused();
});

test("image in a question is neither rendered nor requested", async ({ page, language }) => {
	const { segment, words } = language;
	const foreign: string[] = [];
	await open(page, `/${segment}/assistant`);
	const { origin } = new URL(page.url());
	page.on("request", (request) => {
		if (new URL(request.url()).origin !== origin) foreign.push(request.url());
	});
	await page
		.getByLabel(words.assistant.question)
		.fill("![x](https://evil.example/x) <img src=https://evil.example/y> Markdown");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("article")).toBeVisible();
	await expect(page.getByRole("article").locator("img")).toHaveCount(0);
	expect(foreign).toEqual([]);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("question form without JavaScript shows the answer", async ({ page, language }) => {
		const { segment, words } = language;
		await page.goto(`/index/${segment}/assistant`);
		await page.getByLabel(words.assistant.question).fill(question[segment]);
		await page.getByRole("button", { name: words.assistant.ask, exact: true }).click();
		await expect(page.getByRole("figure").first()).toBeVisible();
	});
});
