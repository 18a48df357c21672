import { setToken } from "@pailou/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageSession } from "@/admin/pages/editor/pageSession";
import type { CreateTextEditor, TextEditor, TextEditorOptions } from "@/admin/pages/editor/textEditor";
import type { Segment } from "@/admin/pages/language";
import { segment, writtenPage, writtenText } from "@/admin/pages/testing";
import { close, sent, serve } from "@/admin/testing";

beforeEach(() => {
	vi.useFakeTimers();
	setToken("t");
});
afterEach(() => {
	vi.useRealTimers();
	close();
	localStorage.clear();
});

const preview = { title: "", blocks: [], headings: [], issues: [], words: { han: 1, words: 2 } };

function begin() {
	const zh = [
		segment("z1", 1, 2, { counterparts: ["e1"] }),
		segment("z2", 3, 4),
		segment("z3", 5, 6, { counterparts: ["e3"] }),
	];
	const en = [segment("e1", 1, 2, { counterparts: ["z1"] }), segment("e3", 3, 4, { counterparts: ["z3"] })];
	serve({
		"PUT /admin/pages/p1/zh/draft": () =>
			Response.json({ revision: "zh-2", changed: true, updated_at: 0, segments: zh }),
		"POST /admin/pages/p1/zh/preview": () => Response.json(preview),
	});
	const page = writtenPage({
		zh: writtenText("zh-CN", "# 一\n\n二\n\n三\n", { segments: zh }),
		en: writtenText("en-US", "# One\n\nThree\n", { segments: en }),
	});
	const both = pageSession(page, { id: "1", name: "ann" }, () => {});
	const written = { zh: onto("zh"), en: onto("en") };
	return { both, ...written };

	/** Attaches a test double of the text editor, which records its calls. */
	function onto(segment: Segment) {
		const calls: [what: string, ...unknown[]][] = [];
		let options: TextEditorOptions | undefined;
		const make: CreateTextEditor = (_parent, editorOptions) => {
			options = editorOptions;
			return {
				replace: (text) => void calls.push(["replace", text]),
				caret: () => 0,
				edit: () => {},
				reveal: (line, how) => void calls.push(["reveal", line, how]),
				mark: (lines) => void calls.push(["mark", lines?.line]),
				segments: () => {},
				showIssues: (issues) => void calls.push(["showIssues", issues.length]),
				stay: () => {},
				isComposing: () => false,
				destroy: () => {},
			} satisfies TextEditor;
		};
		both.at(segment)?.attach(make, document.body, { locale: "en-US", label: "", describedBy: "" });
		const on = () => {
			if (!options) throw new Error("no text editor is attached");
			return options;
		};
		return { calls, on };
	}
}

test("other language scrolls to the counterpart of the segment at the caret", () => {
	const { zh, en } = begin();
	zh.on().moved(5);
	expect(zh.calls).toEqual([["mark", 5]]);
	expect(en.calls).toEqual([
		["mark", 3],
		["reveal", 3, "nearest"],
	]);
});

test("caret in an unaligned segment scrolls to the counterpart of the segment above", () => {
	const { zh, en } = begin();
	zh.on().moved(3);
	expect(en.calls).toEqual([
		["mark", undefined],
		["reveal", 1, "nearest"],
	]);
});

test("only the pane scrolled by the user scrolls the other pane", () => {
	const { both, zh, en } = begin();
	both.setScrollLeader("zh");
	zh.on().scrolled(5);
	en.on().scrolled(3);
	expect(en.calls).toEqual([["reveal", 3, "top"]]);
	expect(zh.calls).toEqual([]);
});

test("counterpart is found after lines were inserted above the segment", () => {
	const { zh, en } = begin();
	zh.on().typed("新\n\n# 一\n\n二\n\n三\n");
	zh.on().moved(7);
	expect(en.calls.at(-1)).toEqual(["reveal", 3, "nearest"]);
});

test("segment id opens the language that contains the segment", () => {
	const { both, en } = begin();
	expect(both.open("e3")).toBe("en");
	expect(en.calls).toEqual([
		["reveal", 3, "caret"],
		["mark", 3],
	]);
	expect(both.open("nowhere")).toBeUndefined();
});

test("response to a request sent before a save does not replace the text", async () => {
	const { both, zh } = begin();
	const documentSession = both.at("zh");
	const revision = documentSession?.saver.revision() ?? "";
	zh.on().typed("# 一!\n");
	await vi.advanceTimersByTimeAsync(2000);
	documentSession?.sync(writtenText("zh-CN", "# 一\n\n二\n\n三\n"), revision);
	expect([documentSession?.saver.text(), documentSession?.saver.revision(), documentSession?.state().changed]).toEqual([
		"# 一!\n",
		"zh-2",
		true,
	]);
	expect(zh.calls.filter(([what]) => what === "replace")).toEqual([]);
});

test("input is previewed before it is saved", async () => {
	const { both, zh } = begin();
	zh.on().typed("# 一!\n");
	zh.on().typed("# 一!!\n");
	await vi.advanceTimersByTimeAsync(400);
	expect(sent.map(({ what, body }) => [what, body])).toEqual([
		["POST /admin/pages/p1/zh/preview", { text: "# 一!!\n" }],
	]);
	await vi.advanceTimersByTimeAsync(1100);
	expect(sent.at(-1)).toMatchObject({ what: "PUT /admin/pages/p1/zh/draft", body: { text: "# 一!!\n" } });
	expect(sent.at(-1)?.headers.get("if-match")).toBe('"zh-1"');
	await vi.advanceTimersByTimeAsync(100);
	expect(both.at("zh")?.state().saving.state).toBe("saved");
	expect(both.at("zh")?.state().lastPreview?.preview.words).toEqual({ han: 1, words: 2 });
});
