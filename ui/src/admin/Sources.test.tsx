import { setToken } from "@pailou/core";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Sources } from "@/admin/Sources";
import type { Conflict, ListedConflict, SourceState } from "@/shared/http/types";
import { renderPage } from "@/testing/page";

const sent = vi.fn<(method: string, url: string, headers: Headers, body: string) => Response>();
const reload = vi.fn(async () => {});

beforeEach(() => {
	sent.mockReset();
	reload.mockClear();
	setToken("t");
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input instanceof Request ? input : new URL(String(input), "http://localhost"), init);
		return sent(request.method, new URL(request.url).pathname, request.headers, await request.text());
	});
});

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const source: SourceState = {
	name: "docs",
	address: "https://example.org/a.git",
	branch: "main",
	folder: "docs",
	mount: "",
	commit: { id: "3f2a1c9d0412", at: 0, subject: "解释代理", url: null },
	checked_at: 1,
	updated_at: 1,
	next_at: null,
	running: false,
	progress: null,
	webhook: true,
	outcome: "authentication",
	detail: "could not read Username",
	report: {
		pages: 4,
		new: 1,
		changed: 2,
		same: 1,
		moved: 0,
		removed: 0,
		ahead: 0,
		conflicts: 1,
		files: 3,
		rewritten: false,
		issues: {
			worst: [{ severity: "warning", file: "docs/zh/a.md", line: 3, code: "page-missing", detail: "b.md", count: 1 }],
			more: 1,
		},
		versions: ["2.1", "2.0"],
		version_issues: {
			worst: [
				{ severity: "note", file: "@v2.1/docs/zh/c.md", line: null, code: "page-missing", detail: "d.md", count: 1 },
			],
			more: 0,
		},
	},
	conflicts: 1,
};

const listed: ListedConflict = {
	id: "x",
	source: "docs",
	file: "docs/zh/a.md",
	commit: "3f2a1c9d0412",
	created_at: 0,
	deleted: false,
	locale: "zh-CN",
	url: "/index/zh/docs/a",
	title: "甲",
	etag: "x-2-abc",
};

const sides: Conflict = {
	source: "docs",
	file: "docs/zh/a.md",
	commit: "3f2a1c9d0412",
	base: "旧",
	ours: "网站写的",
	theirs: "Git 写的",
	merged: "<<<<<<< ours\n网站写的\n=======\nGit 写的\n>>>>>>> theirs\n",
};

function show(conflicts: ListedConflict[] = [], listedSource = source) {
	renderPage(<Sources sources={[listedSource]} conflicts={conflicts} reload={reload} />, { path: "/zh/admin" });
}

test("failed Git update shows a message with the output of git", async () => {
	show();
	await waitFor(() => expect(screen.getByRole("status").textContent).toContain("仓库拒绝了登录"));
	expect(screen.getByText("could not read Username")).toBeTruthy();
	expect(screen.getByText("文件中有 2 个问题")).toBeTruthy();
	expect(screen.getByText("docs/zh/a.md:3")).toBeTruthy();
	expect(screen.getByText("各版本的文件中有 1 个问题")).toBeTruthy();
	expect(screen.getByText("@v2.1/docs/zh/c.md")).toBeTruthy();
});

test.each([
	[null, "正在更新……"],
	[{ done: 1250, total: 3000 }, "正在更新：已根据历史计算 1,250／3,000 个页面的翻译状态。"],
])("running Git update with progress %j shows %s", async (progress, words) => {
	show([], { ...source, running: true, progress });
	await waitFor(() => expect(screen.getByRole("status").textContent).toBe(words));
});

test("button starts an update of the Git source", async () => {
	sent.mockReturnValue(new Response("", { status: 202 }));
	show();
	fireEvent.click(await screen.findByRole("button", { name: "立即更新 docs" }));
	await waitFor(() => expect(reload).toHaveBeenCalled());
	expect(sent.mock.calls[0]?.slice(0, 2)).toEqual(["POST", "/api/v1/admin/sources/docs/update"]);
});

test("Git conflict resolution sends the displayed revision", async () => {
	sent.mockImplementation((method) => (method === "GET" ? Response.json(sides) : new Response(null, { status: 204 })));
	show([listed]);
	expect(screen.queryByRole("button", { name: "采用 Git 的版本" })).toBeNull();
	fireEvent.click(await screen.findByRole("button", { name: "查看《甲》的两份文字" }));
	const lines = await screen.findByRole("region", { name: /^差异：/ });
	expect([...lines.querySelectorAll("li")].map((line) => [line.dataset.kind, line.textContent])).toEqual([
		["old", sides.ours],
		["new", sides.theirs],
	]);
	fireEvent.click(screen.getByRole("button", { name: "采用 Git 的版本" }));
	await waitFor(() => expect(reload).toHaveBeenCalled());
	const [method, url, headers, body] = sent.mock.calls[1] ?? [];
	expect([method, url, body]).toEqual(["POST", "/api/v1/admin/source-conflicts/x/resolution", '{"choice":"theirs"}']);
	expect(headers?.get("if-match")).toBe('"x-2-abc"');
});

test("Git conflict is resolved by a manual merge", async () => {
	sent.mockImplementation((method) => (method === "GET" ? Response.json(sides) : new Response(null, { status: 204 })));
	show([listed]);
	fireEvent.click(await screen.findByRole("button", { name: "查看《甲》的两份文字" }));
	const field = await screen.findByLabelText<HTMLTextAreaElement>("《甲》合并后的文字");
	expect(field.value).toContain(">>>>>>> theirs");
	fireEvent.change(field, { target: { value: "两边都对" } });
	fireEvent.click(screen.getByText("发布合并后的文字"));
	await waitFor(() => expect(reload).toHaveBeenCalled());
	const [, url, headers, body] = sent.mock.calls[1] ?? [];
	expect([url, body]).toEqual(["/api/v1/admin/source-conflicts/x/resolution", '{"choice":"merged","text":"两边都对"}']);
	expect(headers?.get("if-match")).toBe('"x-2-abc"');
});

test("resolution of a changed Git conflict is rejected", async () => {
	const stale = { type: "/problems/stale", title: "", status: 412, detail: "", code: "stale" };
	sent.mockImplementation((method) =>
		method === "GET"
			? Response.json(sides)
			: new Response(JSON.stringify(stale), { status: 412, headers: { "content-type": "application/problem+json" } }),
	);
	show([listed]);
	fireEvent.click(await screen.findByRole("button", { name: "查看《甲》的两份文字" }));
	fireEvent.click(await screen.findByRole("button", { name: "保留网站的版本" }));
	await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("内容已被他人修改"));
	expect(reload).not.toHaveBeenCalled();
});
