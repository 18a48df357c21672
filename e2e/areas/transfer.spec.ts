// Export and import of pages as a zip file: each language has its own pages.
import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Page } from "@playwright/test";
import {
	authenticateOwner,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	open,
	test,
} from "../fixtures.ts";

// Expected console errors: a rejected file, and a page that does not exist yet.
test.use({ baseURL: process.env.WRITING_URL, allowed: /status of (404|422)/, reducedMotion: "reduce" });

test("second import of the same zip file reports no changes", async ({ page, request, language }) => {
	const { transfer } = language.words;
	const { segment } = language;
	await enter(page, language, "importing");
	const name = `${segment}-packed.zip`;
	const at = `e2e/${segment}-packed`;
	const files = {
		[`zh/${at}.md`]: "# 打包的\n\n从压缩包里来。[不存在的](./nowhere.md)\n",
		[`en/${at}.md`]: "# Packed\n\nIt came in a zip file.\n",
	};
	await choose(page, language, name, zip(files));
	const look = page.getByRole("button", { name: transfer.look });
	await look.click();
	await expect(page.getByText(interpolate(transfer.would, counts({ new: 2 })))).toBeVisible();
	await expect(page.getByText(interpolate(transfer.readAs, { generator: "Pailou" }))).toBeVisible();
	await expect(page.getByText(interpolate(transfer.issues, { count: 1 }))).toBeVisible();
	await expect(page.getByText(`zh/${at}.md:3`)).toBeVisible();
	await expectAccessible(page);
	for (const of of ["zh", "en"]) expect((await request.get(`/index/${of}/docs/${at}`)).status()).toBe(404);

	await page.getByRole("button", { name: interpolate(transfer.importSubmit, { name }) }).click();
	await expect(page.getByText(interpolate(transfer.done, counts({ new: 2 })))).toBeVisible();
	expect(await (await request.get(`/index/zh/docs/${at}`)).text()).toContain("从压缩包里来。");
	expect(await (await request.get(`/index/en/docs/${at}`)).text()).toContain("It came in a zip file.");

	await choose(page, language, name, zip(files));
	await look.click();
	await expect(page.getByText(interpolate(transfer.would, counts({ same: 2 })))).toBeVisible();

	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: transfer.exportSubmit }).click();
	const exported = await download;
	expect(exported.suggestedFilename()).toMatch(/\.zip$/);
	const content = await readFile(await exported.path());
	expect(namesIn(content)).toEqual(expect.arrayContaining(Object.keys(files)));
	await page.goto(`/index/${segment}/docs/${at}`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(segment === "zh" ? "打包的" : "Packed");
});

test("invalid import file is rejected with a reason", async ({ page, request, language }) => {
	const { transfer } = language.words;
	const { segment } = language;
	await enter(page, language, "import-refused");
	const at = `e2e/${segment}-refused`;
	const one = { [`${segment}/${at}.md`]: "# A\n\nA\n" };
	const again = `${segment}/${at.toUpperCase()}.md`;
	const whole = zip(one);
	for (const [content, message] of [
		[Buffer.from("# Only a text\n"), transfer["error.not-a-zip"]],
		[whole.subarray(0, whole.length - 30), transfer["error.not-a-zip"]],
		[zip({ ...one, "../outside.md": "# A\n" }), interpolate(transfer["error.name"], { name: "../outside.md" })],
		[zip({ ...one, [again]: "# A\n" }), interpolate(transfer["error.twice"], { name: again })],
	] as const) {
		await choose(page, language, "refused.zip", content);
		await page.getByRole("button", { name: transfer.look }).click();
		await expect(page.getByText(message)).toBeVisible();
		await expect(
			page.getByRole("button", { name: interpolate(transfer.importSubmit, { name: "refused.zip" }) }),
		).toHaveCount(0);
	}
	await expectAccessible(page);
	expect((await request.get(`/index/${segment}/docs/${at}`)).status()).toBe(404);

	await choose(page, language, "taken.zip", whole);
	await page.getByRole("button", { name: transfer.look }).click();
	const would = "would.one" in transfer ? transfer["would.one"] : transfer.would;
	await expect(page.getByText(interpolate(would, counts({ count: 1, new: 1 })))).toBeVisible();
});

async function enter(page: Page, language: Language, name: string): Promise<void> {
	await authenticateOwner(page, language, name);
	await open(page, "/admin/transfer");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.admin.partTransfer);
	await expectAccessible(page);
}

async function choose(page: Page, { words }: Language, name: string, buffer: Buffer): Promise<void> {
	const field = page.getByLabel(words.transfer.file, { exact: true });
	await field.setInputFiles({ name, mimeType: "application/zip", buffer });
}

/** Returns the placeholder values of a report. By default, `count` is 2 (texts), and the other counts are 0. */
function counts(counted: Record<string, number>): Record<string, number> {
	return { count: 2, new: 0, changed: 0, same: 0, ...counted };
}

/** Expects no axe violations, and no horizontal overflow at phone width. */
async function expectAccessible(page: Page): Promise<void> {
	expect(await axeViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 1280, height: 800 });
}

/** Creates a zip file with these uncompressed files, by name. */
function zip(files: Record<string, string>): Buffer {
	const bodies: Buffer[] = [];
	const entries: Buffer[] = [];
	let offset = 0;
	for (const [name, text] of Object.entries(files)) {
		const [path, body] = [Buffer.from(name), Buffer.from(text)];
		// Fields that the local header and the central directory header share: version, UTF-8 flag, method, time,
		// checksum, compressed and uncompressed size, and name length.
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(0x0800, 2);
		common.writeUInt16LE(0x21, 8);
		common.writeUInt32LE(crc32(body), 10);
		common.writeUInt32LE(body.length, 14);
		common.writeUInt32LE(body.length, 18);
		common.writeUInt16LE(path.length, 22);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(offset, 10);
		const whole = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, body]);
		bodies.push(whole);
		entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, rest, path]));
		offset += whole.length;
	}
	const list = Buffer.concat(entries);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06", "latin1");
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(list.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...bodies, list, end]);
}

/** Returns the file names of a zip file from its central directory. */
function namesIn(content: Buffer): string[] {
	const end = content.lastIndexOf("PK\x05\x06");
	const names: string[] = [];
	let at = content.readUInt32LE(end + 16);
	while (content.toString("latin1", at, at + 4) === "PK\x01\x02") {
		const [name, extra, comment] = [28, 30, 32].map((offset) => content.readUInt16LE(at + offset));
		names.push(content.toString("utf8", at + 46, at + 46 + (name ?? 0)));
		at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
	}
	return names;
}
