import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { close, open, problem, sent, serve, wrong } from "@/admin/testing";
import { transferText } from "@/admin/transfer/transferText";
import type { ImportReport } from "@/shared/http/types";

const text = (key: Parameters<typeof transferText>[1], values = {}) => transferText("en-US", key, values);
const path = "POST /admin/import";
const file = new File(["{}"], "docs.zip");
const issue = { severity: "error", file: "en/a.md", line: 2, code: "file-not-utf8", detail: "byte 8", count: 3 };
const report: ImportReport = {
	dry_run: true,
	prune: false,
	generator: "pailou",
	because: null,
	pages: 4,
	new: 1,
	changed: 2,
	same: 1,
	absent: [],
	files: 1,
	issues: { worst: [issue], more: 0 },
};
const counts = { count: 4, new: 1, changed: 2, same: 1 };
const summary = (key: "would" | "done") => `${text(key, counts)} Plus one other file.`;

afterEach(() => {
	cleanup();
	close();
});

async function preview() {
	open("/admin/transfer");
	fireEvent.change(await screen.findByLabelText(text("file")), { target: { files: [file] } });
	fireEvent.click(screen.getByRole("button", { name: text("look") }));
}

test("page export lists renamed files", async () => {
	const header = new URLSearchParams([
		["en/a:b.md", "en/a~u3A~b.md"],
		["zh/说明?.md", "zh/说明~u3F~.md"],
	]);
	const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
	serve({
		"POST /admin/export": () => new Response("zip", { headers: { "x-renamed-files": header.toString() } }),
	});
	open("/admin/transfer");
	fireEvent.click(await screen.findByRole("button", { name: text("exportSubmit") }));
	expect(await screen.findByText("zh/说明~u3F~.md")).toBeDefined();
	expect(screen.getByText("en/a:b.md")).toBeDefined();
	expect(screen.queryByText(text("renamedMore"))).toBeNull();
	expect(saved).toHaveBeenCalledOnce();
});

test("archive is previewed and then imported", async () => {
	serve({ [path]: ({ query }) => Response.json({ ...report, dry_run: query.includes("dry_run=true") }) });
	await preview();
	expect(await screen.findByText(summary("would"))).toBeDefined();
	expect(screen.getByText("en/a.md:2")).toBeDefined();
	expect(screen.getByText("Issues: 3")).toBeDefined();
	expect(screen.getByText(text("times", { count: 3 }), { exact: false })).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: text("importSubmit", { name: file.name }) }));
	expect(await screen.findByText(summary("done"))).toBeDefined();
	expect(screen.getByText("Imported. Read as Pailou.")).toBeDefined();
	expect(sent.filter(({ what }) => what === path).map(({ query }) => query)).toEqual(["?dry_run=true", ""]);
});

test("import lists pages that the archive lacks, and moves them to the trash on request", async () => {
	const absent = [{ locale: "zh-CN", file: "zh/gone.md", title: "删除" }];
	serve({
		[path]: ({ query }) =>
			Response.json({
				...report,
				absent,
				dry_run: query.includes("dry_run=true"),
				prune: query.includes("prune=true"),
			}),
	});
	await preview();
	expect(await screen.findByText(text("absent", { count: 1 }))).toBeDefined();
	expect(screen.getByText("zh/gone.md")).toBeDefined();
	fireEvent.click(screen.getByRole("checkbox", { name: text("prune", { count: 1 }) }));
	fireEvent.click(screen.getByRole("button", { name: text("importSubmit", { name: file.name }) }));
	expect(await screen.findByText(text("pruned", { count: 1 }))).toBeDefined();
	expect(screen.queryByRole("checkbox")).toBeNull();
	expect(sent.filter(({ what }) => what === path).map(({ query }) => query)).toEqual(["?dry_run=true", "?prune=true"]);
});

test.each(["not-a-zip", "bomb", "twice", "too-slow"] as const)(
	"rejected archive shows its reason: %s",
	async (code) => {
		serve({ [path]: () => wrong("file", code) });
		await preview();
		expect(await screen.findByText(text(`error.${code}`, { name: "" }))).toBeDefined();
	},
);

test("import error contains the path of the rejected file", async () => {
	const errors = [{ field: "file", code: "name", detail: "../../x.md" }];
	serve({ [path]: () => problem(422, "invalid", { errors }) });
	await preview();
	expect(await screen.findByText(text("error.name", { name: "../../x.md" }))).toBeDefined();
});
