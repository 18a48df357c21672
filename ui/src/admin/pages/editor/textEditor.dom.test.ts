import { expect, test, vi } from "vitest";
import { block, toggleLinePrefix } from "@/admin/pages/editor/insert";
import { textEditorOptions } from "@/admin/pages/editor/testing";
import { textareaEditor } from "@/admin/pages/editor/textareaEditor";
import { changeBetween, mapOffset } from "@/admin/pages/editor/textEditor";

test.each([
	["one two", "one 2", { from: 4, to: 7, insert: "2" }],
	["a", "a", { from: 1, to: 1, insert: "" }],
	["aaa", "aa", { from: 2, to: 3, insert: "" }],
	["", "x", { from: 0, to: 0, insert: "x" }],
])("difference between %j and %j is found as one replacement", (before, after, change) => {
	expect(changeBetween(before, after)).toEqual(change);
	expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
});

test("caret keeps its position in the text after a change", () => {
	const change = { from: 2, to: 4, insert: "xyz" };
	expect([1, 2, 3, 4, 6].map((position) => mapOffset(position, change))).toEqual([1, 2, 2, 5, 7]);
});

test("textarea reports input, caret, and shortcuts", () => {
	const events: unknown[] = [];
	const record = (what: string) => (value: unknown) => void events.push([what, value]);
	const textEditor = textareaEditor(document.body, {
		...textEditorOptions,
		text: "one\n\ntwo",
		typed: record("typed"),
		files: record("files"),
		moved: record("moved"),
		scrolled: record("scrolled"),
		command: record("command"),
	});
	const field = document.querySelector("textarea");
	if (!field) throw new Error("no field");
	expect([field.lang, field.getAttribute("aria-label")]).toEqual(["zh-CN", "Chinese"]);
	textEditor.reveal(3, "caret");
	field.setSelectionRange(5, 8);
	field.dispatchEvent(new KeyboardEvent("keydown", { key: "b", ctrlKey: true, cancelable: true }));
	field.dispatchEvent(new KeyboardEvent("keydown", { key: "s", metaKey: true, cancelable: true }));
	expect(events).toEqual([
		["moved", 3],
		["typed", "one\n\n**two**"],
		["command", "save"],
	]);
	textEditor.replace("ONE\n\n**two**");
	expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("two");
	expect(textEditor.isComposing()).toBe(false);
	field.dispatchEvent(new CompositionEvent("compositionstart"));
	expect(textEditor.isComposing()).toBe(true);
	textEditor.destroy();
	expect(document.querySelector("textarea")).toBeNull();
});

test("textarea inserts pasted files at the caret", () => {
	const took: unknown[] = [];
	const textEditor = textareaEditor(document.body, {
		...textEditorOptions,
		text: "one two",
		files: (files, at) => took.push([files.map(({ name }) => name), at]),
	});
	const field = document.querySelector("textarea");
	field?.setSelectionRange(4, 4);
	for (const types of [["Files"], ["Files", "text/plain"]]) {
		const event = new Event("paste", { cancelable: true });
		const clipboardData = { types, files: [new File(["x"], "a.png")] };
		field?.dispatchEvent(Object.assign(event, { clipboardData }));
		expect(event.defaultPrevented).toBe(types.length === 1);
	}
	expect(took).toEqual([[["a.png"], 4]]);
	textEditor.destroy();
});

test("textarea inserts Markdown below front matter that contains the caret", () => {
	const textEditor = textareaEditor(document.body, { ...textEditorOptions, text: "---\ntitle: x\n---\n\n# One\n" });
	const field = document.querySelector("textarea");
	field?.setSelectionRange(0, 0);
	textEditor.edit(toggleLinePrefix("- "));
	expect(field?.value).toBe("---\ntitle: x\n---\n\n- \n\n# One\n");
	field?.setSelectionRange(6, 6);
	textEditor.edit(block("> ¦…¦"), true);
	expect(field?.value).toBe("---\ntitle: x\n---\n\n> …\n\n- \n\n# One\n");
	textEditor.destroy();
});

test("conflict resolution in the textarea keeps the selection and can be undone", () => {
	const typed: string[] = [];
	const textEditor = textareaEditor(document.body, {
		...textEditorOptions,
		text: "mine\n\ntwo",
		typed: (text) => void typed.push(text),
	});
	const field = document.querySelector("textarea");
	const execCommand = vi.fn(() => false);
	Object.assign(document, { execCommand });
	field?.setSelectionRange(6, 9);
	textEditor.replace("theirs\n\ntwo", true);
	expect(execCommand.mock.calls).toEqual([["insertText", false, "theirs"]]);
	expect([field?.value, typed]).toEqual(["theirs\n\ntwo", ["theirs\n\ntwo"]]);
	expect(field?.value.slice(field.selectionStart, field.selectionEnd)).toBe("two");
	textEditor.replace("", false);
	expect([field?.value, execCommand.mock.calls.length, typed.length]).toEqual(["", 1, 1]);
	Reflect.deleteProperty(document, "execCommand");
	textEditor.destroy();
});
