import { CompletionContext } from "@codemirror/autocomplete";
import { redo, undo } from "@codemirror/commands";
import { markdownLanguage } from "@codemirror/lang-markdown";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { codeMirrorEditor, slash } from "@/admin/pages/editor/codeMirrorEditor";
import { textEditorOptions } from "@/admin/pages/editor/testing";

test("undo reverts input and conflict resolutions, not automatic merges", () => {
	const typed: string[] = [];
	const textEditor = codeMirrorEditor(document.body, {
		...textEditorOptions,
		text: "one\n\ntwo",
		typed: (text) => void typed.push(text),
	});
	const content = document.body.lastElementChild?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
	const view = content && EditorView.findFromDOM(content);
	if (!view) throw new Error("no view");
	const now = () => view.state.doc.toString();
	view.dispatch({ changes: { from: 3, insert: " of mine" }, userEvent: "input.type" });
	textEditor.replace("one of mine\n\ntwo of theirs", false);
	textEditor.replace("one of theirs\n\ntwo of theirs", true);
	view.dispatch({ changes: { from: 13, insert: "!" }, userEvent: "input.type" });
	expect(typed).toEqual(["one of mine\n\ntwo", "one of theirs!\n\ntwo of theirs"]);
	undo(view);
	expect(now()).toBe("one of theirs\n\ntwo of theirs");
	undo(view);
	expect(now()).toBe("one of mine\n\ntwo of theirs");
	redo(view);
	expect(now()).toBe("one of theirs\n\ntwo of theirs");
	undo(view);
	undo(view);
	expect(now()).toBe("one\n\ntwo of theirs");
	// The text after an undo is passed to `typed`, as input is, so that this text is saved.
	expect(typed.at(-1)).toBe(now());
	textEditor.destroy();
});

/** Whether the block menu opens at `¦`. */
function offers(text: string): boolean {
	const state = EditorState.create({ doc: text.replace("¦", ""), extensions: markdownLanguage });
	return slash(new CompletionContext(state, text.indexOf("¦"), false), textEditorOptions) !== null;
}

test.each([
	["at the start", "/¦"],
	["below a paragraph", "a\n\n/ta¦"],
	["typed with a Chinese input method", "a\n\n、¦"],
	["in a list", "- a\n\n    /¦"],
	["below front matter", "---\ntitle: a\n---\n/¦"],
	["below a fence", "```\na\n```\n/¦"],
	["in a container", "::: tip\n/¦\n:::"],
])("slash opens the block menu: %s", (_name, text) => expect(offers(text)).toBe(true));

test.each([
	["in a line", "a /¦"],
	["in a fence", "```sh\n/usr¦\n```"],
	["in an unclosed fence", "~~~\na\n/¦"],
	["in a fence in a list", "- a\n\n  ```\n  /¦\n  ```"],
	["typed with a Chinese input method in a fence", "```\n、¦\n```"],
	["in an indented block", "a\n\n    /usr¦\n\nb"],
	["in YAML front matter", "---\ntitle: a\n/¦\n---\n\n# A\n"],
	["in TOML front matter", "+++\na = [\n/¦\n]\n+++\n"],
])("slash does not open the block menu: %s", (_name, text) => expect(offers(text)).toBe(false));
