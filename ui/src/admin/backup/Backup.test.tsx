import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backupText } from "@/admin/backup/backupText";
import { saveFile } from "@/admin/saveFile";
import { close, open, sent, serve, wrong } from "@/admin/testing";
import type { RestoredBackup } from "@/shared/http/types";

vi.mock("@/admin/saveFile", () => ({ saveFile: vi.fn() }));

const text = (key: Parameters<typeof backupText>[1], values = {}) => backupText("en-US", key, values);
const path = "POST /admin/restore";
const file = new File(["{}"], "a.tar.zst");

beforeEach(() => vi.mocked(saveFile).mockClear());

afterEach(() => {
	cleanup();
	close();
});

async function restore() {
	open("/admin/backup");
	fireEvent.change(await screen.findByLabelText(text("file")), { target: { files: [file] } });
	const name = text("restoreName", { name: file.name });
	fireEvent.click(screen.getByRole("button", { name }));
	const sure = screen.getByRole("group", { name });
	fireEvent.click(within(sure).getByRole("button", { name: text("restoreSubmit") }));
}

test("backup is saved under the file name of the response", async () => {
	const headers = { "content-disposition": 'attachment; filename="pailou-x.tar.zst"' };
	serve({ "POST /admin/backup": () => new Response("abc", { headers }) });
	open("/admin/backup");
	fireEvent.click(await screen.findByRole("button", { name: text("downloadSubmit") }));
	expect(await screen.findByText(text("downloaded", { name: "pailou-x.tar.zst", size: "3 B" }))).toBeDefined();
	expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toBe("pailou-x.tar.zst");
});

test("restoring a backup sends an empty request before the file", async () => {
	const restored: RestoredBackup = { created_at: 0, version: "0.1.0", rows: 7, files: 1, before: "before.pailou" };
	serve({ [path]: ({ body }) => (body === undefined ? wrong("backup", "not-a-backup") : Response.json(restored)) });
	await restore();
	expect(await screen.findByText(/before\.pailou/)).toBeDefined();
	expect(sent.filter(({ what }) => what === path).map(({ body }) => body)).toEqual([undefined, {}]);
});

test.each(["not-a-backup", "damaged", "newer", "development", "too-slow"] as const)(
	"rejected backup shows its reason: %s",
	async (code) => {
		serve({ [path]: () => wrong("backup", code) });
		await restore();
		expect(await screen.findByText(text(`error.${code}`))).toBeDefined();
	},
);
