// Plain text area: for users who prefer it, and as a fallback if CodeMirror could not be loaded.
import { lineAt, type Rule, startOf, toggleDelimiter } from "@/admin/pages/editor/insert";
import styles from "@/admin/pages/editor/Pane.module.css";
import { pastedRule } from "@/admin/pages/editor/pastedHtml";
import {
	changeBetween,
	mapOffset,
	pastedFiles,
	type TextEditor,
	type TextEditorOptions,
} from "@/admin/pages/editor/textEditor";

export function textareaEditor(parent: HTMLElement, options: TextEditorOptions): TextEditor {
	const field = document.createElement("textarea");
	const { text, language, label, describedBy, isReadOnly, typed, moved, command, files } = options;
	field.className = styles.plain ?? "";
	field.value = text;
	field.lang = language;
	field.readOnly = isReadOnly;
	field.setAttribute("aria-label", label);
	field.setAttribute("aria-describedby", describedBy);
	parent.append(field);

	let isComposing = false;
	let line = 1;
	const move = () => {
		const now = lineAt(field.value, field.selectionStart);
		if (now === line) return;
		line = now;
		moved(line);
	};
	const edit = (rule: Rule, isQuiet = false) => {
		if (isReadOnly) return;
		const before = document.activeElement;
		const { scrollTop } = field;
		const { from, to, insert, select } = rule({
			text: field.value,
			from: field.selectionStart,
			to: field.selectionEnd,
		});
		field.focus();
		field.setSelectionRange(from, to);
		write(field, insert);
		field.setSelectionRange(...select);
		if (isQuiet) {
			field.scrollTop = scrollTop;
			if (before instanceof HTMLElement && before !== field) before.focus({ preventScroll: true });
		}
		typed(field.value);
		move();
	};
	const take = (event: Event, all: File[], at: number) => {
		if (all.length === 0) return;
		// By default the browser would open a dropped file.
		event.preventDefault();
		if (!isReadOnly) files(all, at);
	};
	field.addEventListener("paste", (event) => {
		const at = { text: field.value, from: field.selectionStart, to: field.selectionEnd };
		const rule = pastedRule(event.clipboardData, at);
		take(event, pastedFiles(event.clipboardData), at.from);
		if (!rule || isReadOnly) return;
		event.preventDefault();
		edit(rule);
	});
	field.addEventListener("dragover", (event) => {
		if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
	});
	field.addEventListener("drop", (event) => {
		const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
		const at = caret?.offsetNode === field ? caret.offset : field.selectionStart;
		take(event, [...(event.dataTransfer?.files ?? [])], at);
	});
	field.addEventListener("compositionstart", () => {
		isComposing = true;
	});
	field.addEventListener("compositionend", () => {
		isComposing = false;
	});
	field.addEventListener("input", () => typed(field.value));
	for (const event of ["keyup", "pointerup", "input", "focus"]) field.addEventListener(event, move);
	field.addEventListener("keydown", (event) => {
		if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
		const act = keys[event.key.toLowerCase()];
		if (!act) return;
		event.preventDefault();
		if (typeof act === "string") command(act);
		else edit(act);
	});

	return {
		replace(text, isDecided = false) {
			const change = changeBetween(field.value, text);
			const after = (position: number) => mapOffset(position, change);
			const select: [number, number] = [after(field.selectionStart), after(field.selectionEnd)];
			if (isDecided) {
				edit(() => ({ ...change, select }), true);
				return;
			}
			const { scrollTop } = field;
			field.value = text;
			field.setSelectionRange(...select);
			field.scrollTop = scrollTop;
		},
		edit,
		caret: () => field.selectionStart,
		reveal(target, how) {
			const lines = field.value.split("\n").length;
			// Lines wrap, so the scroll position is an estimate.
			if (how !== "nearest" || !isAboutInView(field, target / lines))
				field.scrollTop = ((target - 1) / lines) * field.scrollHeight;
			if (how !== "caret") return;
			const position = startOf(field.value, target);
			field.focus();
			field.setSelectionRange(position, position);
			move();
		},
		mark: () => {},
		segments: () => {},
		showIssues: () => {},
		stay: () => document.activeElement === field && field.scrollIntoView({ block: "nearest" }),
		isComposing: () => isComposing,
		destroy: () => field.remove(),
	};
}

const keys: Record<string, Rule | "save" | "publish" | "link"> = {
	s: "save",
	enter: "publish",
	k: "link",
	b: toggleDelimiter("**"),
	i: toggleDelimiter("*"),
};

function isAboutInView(field: HTMLTextAreaElement, share: number): boolean {
	const at = share * field.scrollHeight;
	return at >= field.scrollTop && at <= field.scrollTop + field.clientHeight;
}

/**
 * Inserts text as if it were typed, so that it can be undone. If that is not possible, changes the value of the field.
 */
function write(field: HTMLTextAreaElement, text: string): void {
	// While a dialog is open, the field does not have the focus, and the command would change another element.
	const isThere = document.activeElement === field;
	const isDone =
		isThere && (text === "" ? document.execCommand?.("delete") : document.execCommand?.("insertText", false, text));
	if (!isDone) field.setRangeText(text);
}
