// Backup and restore of the whole site. Each language has its own site, because a restored backup replaces everything,
// including accounts.
import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import {
	account,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	logIn,
	open,
	type Segment,
	test,
} from "../fixtures.ts";

// The tests run one after the other, because a restore removes the data of other tests.
test.describe.configure({ mode: "default" });

test.use({
	// Expected console errors: an expired session, an invalid backup, and interface texts that are not overridden yet.
	allowed: /status of (401|404|422)/,
	reducedMotion: "reduce",
	baseURL: async ({ language }, use) => {
		await use(language.segment === "zh" ? process.env.BACKUP_ZH_URL : process.env.BACKUP_EN_URL);
	},
});

test("restoring a backup resets the site and ends all sessions", async ({ page, request, language }) => {
	const { admin, backup, login, shared, wording } = language.words;
	const { segment } = language;
	const site = `backup-${segment}`;
	const root = account(language, "keeping", "owner", site);
	await open(page, "/admin");
	await logIn(page, shared, root);
	await overrideText(page, language, "Before the gate");
	expect(await front(request, segment)).toContain(">Before the gate</a>");

	const { name, content } = await download(page, language);
	expect(name).toMatch(/^pailou-.*\.tar\.zst$/);
	await overrideText(page, language, "After the gate");
	const late = account(language, "late", "editor", site);
	expect(await front(request, segment)).toContain(">After the gate</a>");

	await go(page, language, admin.partBackup);
	await choose(page, language, name, content);
	await page.getByRole("button", { name: interpolate(backup.restoreName, { name }) }).click();
	const sure = page.getByRole("group", { name: interpolate(backup.restoreName, { name }) });
	await expect(sure).toContainText(backup.restoreSure);
	await expectAccessible(page);
	await sure.getByRole("button", { name: backup.restoreSubmit }).click();
	const [done = ""] = backup.restored.split("{moment}");
	await expect(page.getByRole("status").filter({ hasText: done })).toContainText(/before-restore-.*\.tar\.zst/);
	await expectAccessible(page);
	expect(await front(request, segment)).toContain(">Before the gate</a>");

	// The restore ends all sessions, and removes accounts that are newer than the backup.
	await part(page, language, admin.partMessages);
	const dialog = page.getByRole("dialog", { name: login.expiredTitle });
	await expect(dialog).toBeVisible();
	await page.reload();
	await expect(page.getByRole("navigation", { name: admin.parts })).toHaveCount(0);
	await logIn(page, shared, late);
	await expect(page.getByText(shared["login-failed"])).toBeVisible();
	await logIn(page, shared, root);
	await expect(page.getByRole("navigation", { name: admin.parts })).toBeVisible();
	await open(page, "/admin/messages?q=app.docs");
	await expect(page.getByRole("list", { name: wording.list })).toContainText("Before the gate");
});

test("invalid backup is rejected with a reason", async ({ page, request, language }) => {
	const { admin, backup, shared } = language.words;
	const { segment } = language;
	await open(page, "/admin");
	await logIn(page, shared, account(language, "damaging", "owner", `backup-${segment}`));
	await go(page, language, admin.partBackup);
	await expectAccessible(page);
	const { name, content } = await download(page, language);
	await overrideText(page, language, "Still the gate");
	await go(page, language, admin.partBackup);

	const damaged = Buffer.from(content);
	const middle = Math.floor(damaged.length / 2);
	damaged.writeUInt8(damaged.readUInt8(middle) ^ 0xff, middle);
	for (const [file, message] of [
		[Buffer.from("not a backup\n"), backup["error.not-a-backup"]],
		[damaged, backup["error.damaged"]],
		[content.subarray(0, middle), backup["error.damaged"]],
	] as const) {
		await choose(page, language, name, file);
		await page.getByRole("button", { name: interpolate(backup.restoreName, { name }) }).click();
		const sure = page.getByRole("group", { name: interpolate(backup.restoreName, { name }) });
		await sure.getByRole("button", { name: backup.restoreSubmit }).click();
		await expect(page.getByText(message)).toBeVisible();
	}
	await expectAccessible(page);
	expect(await front(request, segment)).toContain(">Still the gate</a>");
	await part(page, language, admin.partUsers);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.partUsers);
});

async function part(page: Page, { words: { admin } }: Language, name: string): Promise<void> {
	const parts = page.getByRole("navigation", { name: admin.parts });
	await parts.getByRole("link", { name, exact: true }).click();
}

async function go(page: Page, language: Language, name: string): Promise<void> {
	await part(page, language, name);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

/** Overrides the interface text `app.docs`, which the header of every page contains. */
async function overrideText(page: Page, language: Language, words: string): Promise<void> {
	const { admin, wording } = language.words;
	await go(page, language, admin.partMessages);
	await page.getByLabel(wording.find).fill("app.docs");
	await page.getByRole("button", { name: wording.findSubmit, exact: true }).click();
	await expect(page).toHaveURL(/\?q=app\.docs$/);
	const named = { key: "app.docs", language: language.segment === "zh" ? "中文" : "English" };
	await page.getByRole("button", { name: interpolate(wording.changeName, named) }).click();
	await page.getByLabel(interpolate(wording.field, named)).fill(words);
	await page.getByRole("button", { name: wording.save, exact: true }).click();
	await expect(page.getByText(interpolate(wording.saved, { key: "app.docs" }))).toBeVisible();
}

async function front(request: APIRequestContext, segment: Segment): Promise<string> {
	return (await request.get(`/index/${segment}`)).text();
}

async function download(page: Page, language: Language): Promise<{ name: string; content: Buffer }> {
	const { admin, backup } = language.words;
	await go(page, language, admin.partBackup);
	const coming = page.waitForEvent("download");
	await page.getByRole("button", { name: backup.downloadSubmit }).click();
	const downloaded = await coming;
	const name = downloaded.suggestedFilename();
	const content = await readFile(await downloaded.path());
	await expect(page.getByRole("status").filter({ hasText: name })).toBeVisible();
	return { name, content };
}

async function choose(page: Page, { words }: Language, name: string, buffer: Buffer): Promise<void> {
	const field = page.getByLabel(words.backup.file, { exact: true });
	await field.setInputFiles({ name, mimeType: "application/zstd", buffer });
}

/** Expects no axe violations, and no horizontal overflow at phone width. */
async function expectAccessible(page: Page): Promise<void> {
	expect(await axeViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 1280, height: 800 });
}
