// Images and other files of pages. Each test has its own account and files.
import { crc32, deflateSync } from "node:zlib";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import {
	authenticateOwner,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	open,
	type Segment,
	test,
} from "../fixtures.ts";

// Expected console errors: a lost connection and a rejected file.
test.use({ baseURL: process.env.WRITING_URL, allowed: /status of (401|404|422|503)|net::ERR_|sending request failed/ });

const pages = "/api/v1/admin/pages";

test("image with alt texts is inserted and published", async ({ page, request, language }) => {
	const { media, pages: words } = language.words;
	const token = await authenticateOwner(page, language, "describing");
	const name = `${language.segment}-gate.png`;
	await open(page, "/admin/media");
	await send(page, language, name);
	await page.getByRole("link", { name: `uploads/${name}`, exact: true }).click();
	await page.getByLabel(inLanguage(language, media.wordsIn, "zh"), { exact: true }).fill("一座牌楼");
	await page.getByLabel(inLanguage(language, media.wordsIn, "en"), { exact: true }).fill("A gate of stone");
	await page.getByRole("button", { name: media.save }).click();
	await expect(page.getByText(media.saved, { exact: true })).toBeVisible();
	await expect(page.getByText(media.usedNowhere)).toBeVisible();

	const { id, path } = await make(request, language, token, "describing");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language);
	await atEnd(page, pane);
	await page.keyboard.type("\n\n/image");
	await pane.getByRole("option", { name: words["block.image"] }).click();
	const dialog = page.getByRole("dialog", { name: media.pick });
	await dialog.getByLabel(media.pickFind, { exact: true }).fill(name);
	await dialog.getByRole("button", { name: media.pickFindSubmit, exact: true }).click();
	await dialog.getByRole("button", { name: interpolate(media.pickName, { path: `uploads/${name}` }) }).click();
	const altText = language.segment === "zh" ? "一座牌楼" : "A gate of stone";
	await expect(textOf(pane)).toContainText(`![${altText}](/uploads/${name})`);
	await expect(pane.getByText(words["saving.saved"], { exact: true })).toBeVisible();
	await publish(page, language, pane);
	await expect(page.getByText(words.published, { exact: true })).toBeVisible();
	await page.goto(`/index/${language.segment}/docs/${path}`);
	await expect(page.getByRole("img", { name: altText })).toBeVisible();
	await open(page, `/admin/media?file=uploads/${name}`);
	await expect(page.getByRole("button", { name: media.remove, exact: true })).toBeDisabled();
	await expect(page.getByText(media.removeUsed)).toBeVisible();
});

test("dropped and pasted images need alt text before publishing", async ({ page, request, language }) => {
	const { media, pages: words } = language.words;
	const token = await authenticateOwner(page, language, "dropping");
	const { id } = await make(request, language, token, "dropping");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language);
	await atEnd(page, pane);
	const [first, second] = [`${language.segment}-pasted.png`, `${language.segment}-dropped.png`];
	await transferImage(textOf(pane), "paste", first);
	await expect(textOf(pane)).toContainText(`![](/uploads/${first})`);
	const field = pane.getByLabel(inLanguage(language, interpolate(media.describe, { path: `uploads/${first}` })));
	await field.fill("Pasted");
	await pane.getByRole("button", { name: media.describeSubmit, exact: true }).click();
	await expect(textOf(pane)).toContainText(`![Pasted](/uploads/${first})`);

	await transferImage(textOf(pane), "drop", second);
	await expect(textOf(pane)).toContainText(`![](/uploads/${second})`);
	await pane.getByRole("button", { name: media.describeLater, exact: true }).click();
	await expect(pane.getByText(words["saving.saved"], { exact: true })).toBeVisible();
	await publish(page, language, pane);
	const why = page.getByRole("dialog").getByRole("button", { name: new RegExp(second) });
	await why.click();
	await expect(textOf(pane)).toBeFocused();

	// In the textarea editor, pasting an image inserts a reference to it, and one undo removes the reference.
	await page.getByRole("button", { name: words.plain }).click();
	const plain = pane.locator("textarea");
	const before = await plain.inputValue();
	await plain.focus();
	await transferImage(plain, "paste", `${language.segment}-plain.png`);
	await expect(plain).toHaveValue(new RegExp(`!\\[\\]\\(/uploads/${language.segment}-plain\\.png\\)`));
	await plain.focus();
	await page.keyboard.press("ControlOrMeta+Z");
	await expect(plain).toHaveValue(before);
});

test("interrupted upload resumes automatically", async ({ page, language }) => {
	const { media } = language.words;
	await authenticateOwner(page, language, "breaking");
	await open(page, "/admin/media");
	let broken = 0;
	const offsets: string[] = [];
	await page.route("**/api/v1/admin/uploads/*", async (route) => {
		if (route.request().method() !== "PUT") return route.continue();
		offsets.push(new URL(route.request().url()).searchParams.get("offset") ?? "");
		broken += 1;
		if (broken === 2) return route.abort("connectionreset");
		return route.continue();
	});
	const name = `${language.segment}-broken.pdf`;
	const buffer = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(900_000, "a")]);
	await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/pdf", buffer });
	await expect(page.getByRole("link", { name: `uploads/${name}`, exact: true })).toBeVisible({ timeout: 20_000 });
	expect(offsets[0]).toBe("0");
	// Only the failed part is sent again, from its offset.
	expect(offsets[2]).toBe(offsets[1]);
	expect(offsets.filter((offset) => offset === "0")).toHaveLength(1);
	await page.getByRole("button", { name: interpolate(media.upCloseName, { name }) }).click();
	await expect(page.getByRole("list", { name: media.uploads })).toHaveCount(0);
});

test("rejected upload shows the reason", async ({ page, language }) => {
	const { media } = language.words;
	await authenticateOwner(page, language, "refusing");
	await open(page, "/admin/media");
	const field = page.locator('input[type="file"]');
	await field.setInputFiles([
		{ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<script>alert(1)</script>") },
		{ name: "text.png", mimeType: "image/png", buffer: Buffer.from("root:x:0:0") },
	]);
	for (const code of ["error.unknown-type", "error.other-type"] as const)
		await expect(page.getByText(interpolate(media["up.refused"], { why: media[code] }))).toBeVisible();
});

test("media library has no axe violations and no horizontal overflow", async ({ page, language }) => {
	test.setTimeout(120_000);
	await authenticateOwner(page, language, "looking-at-files");
	await open(page, "/admin/media");
	const name = `${language.segment}-${"long-name-".repeat(5)}end.png`;
	await send(page, language, name);
	for (const path of ["/admin/media", `/admin/media?file=uploads/${name}`]) {
		await open(page, path);
		await expect(page.getByRole("main")).toContainText(name);
		for (const colorScheme of ["light", "dark"] as const) {
			for (const width of [360, 1440]) {
				await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
				await page.setViewportSize({ width, height: 800 });
				expect.soft(await axeViolations(page), `${path} ${colorScheme} ${width}`).toEqual([]);
				expect.soft(await horizontalOverflow(page), `${path} ${width}`).toBeLessThanOrEqual(0);
			}
		}
	}
});

/** Uploads an image with the button of the media library. */
async function send(page: Page, { words }: Language, name: string): Promise<void> {
	const buffer = Buffer.from(png());
	await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "image/png", buffer });
	await expect(page.getByText(words.media["up.done"], { exact: true })).toBeVisible();
	await expect(page.getByRole("link", { name: `uploads/${name}`, exact: true })).toBeVisible();
}

/** Creates a draft of a page in this language with the API. */
async function make(
	request: APIRequestContext,
	{ segment }: Language,
	token: string,
	name: string,
): Promise<{ id: string; path: string }> {
	const title = `${segment}-media-${name}`;
	const path = `e2e/${title}`;
	const data = { area: "docs", locale: segment, path, title };
	const answer = await request.post(pages, { headers: { authorization: token }, data });
	expect(answer.status(), await answer.text()).toBe(201);
	return { id: (await answer.json()).id, path };
}

async function publish(page: Page, { words }: Language, pane: Locator): Promise<void> {
	await pane.getByRole("button", { name: words.pages.publish }).click();
	await page.getByRole("dialog").getByRole("button", { name: words.pages.publishSubmit }).click();
}

/** Pastes or drops an image. */
async function transferImage(target: Locator, how: "paste" | "drop", name: string): Promise<void> {
	const bytes = [...png()];
	await target.evaluate(
		(element, input) => {
			const data = new DataTransfer();
			data.items.add(new File([new Uint8Array(input.bytes)], input.name, { type: "image/png" }));
			const { left, top } = element.getBoundingClientRect();
			const way = { bubbles: true, cancelable: true, composed: true };
			element.dispatchEvent(
				input.how === "paste"
					? new ClipboardEvent("paste", { ...way, clipboardData: data })
					: new DragEvent("drop", { ...way, dataTransfer: data, clientX: left + 20, clientY: top + 10 }),
			);
		},
		{ how, name, bytes },
	);
}

async function atEnd(page: Page, pane: Locator): Promise<void> {
	await textOf(pane).click();
	await page.keyboard.press("ControlOrMeta+End");
}

function paneOf(page: Page, language: Language): Locator {
	const { pages } = language.words;
	return page.getByRole("region", { name: inLanguage(language, pages.textOf), exact: true });
}

function textOf(pane: Locator): Locator {
	return pane.locator(".cm-content");
}

/** Inserts the name of the language `of` into the message `sentence`. The name is in the language of the test. */
function inLanguage({ segment }: Language, sentence: string, of: Segment = segment): string {
	const names = { zh: { zh: "中文", en: "英文" }, en: { zh: "Chinese", en: "English" } };
	return interpolate(sentence, { language: names[segment][of] });
}

/** Creates a small PNG with a gradient; width and height are in pixels. */
function png(width = 80, height = 40): Uint8Array {
	const rows = Array.from({ length: height }, (_, y) => [
		0,
		...Array.from({ length: width }, (_, x) => (x * 3 + y) % 256),
	]);
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Bit depth 8, grayscale.
	header.writeUInt8(8, 8);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(kind: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(kind), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
