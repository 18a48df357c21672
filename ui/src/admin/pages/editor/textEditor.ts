// Common interface of the text editors: CodeMirror and the plain text area.
import type { Rule } from "@/admin/pages/editor/insert";
import type { DraftSegment, LintIssue } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export interface TextEditor {
	/**
	 * Replaces the text. The caret keeps its position in the text. Undo reverts the change only if `isDecided`, which
	 * means that the user has chosen the new text.
	 */
	replace: (text: string, isDecided?: boolean) => void;
	/** `isQuiet`: does not take the focus from another field. */
	edit: (rule: Rule, isQuiet?: boolean) => void;
	/** Offset of the caret, in UTF-16 code units. */
	caret: () => number;
	/** Scrolls a line to the top; with `nearest`, only if it is not visible. `caret` also moves the caret to the line. */
	reveal: (line: number, how: "top" | "nearest" | "caret") => void;
	/** Highlights the lines of the current segment or of its counterpart; undefined removes the highlight. */
	mark: (lines: { line: number; end_line: number } | undefined) => void;
	/** Shows which segments are outdated, untranslated copies, or without a counterpart. */
	segments: (segments: DraftSegment[]) => void;
	showIssues: (issues: LintIssue[], ofText: string) => void;
	/** Keeps the caret visible after content was inserted above the editor. */
	stay: () => void;
	isComposing: () => boolean;
	destroy: () => void;
}

export interface TextEditorOptions {
	text: string;
	/** Language of the text. */
	language: Locale;
	/** Language of the interface. */
	locale: Locale;
	label: string;
	/** Id of the element that describes the status of the text. */
	describedBy: string;
	isReadOnly: boolean;
	typed: (text: string) => void;
	/** Called when the caret has moved to another line. */
	moved: (line: number) => void;
	/** Called when another line has become the first visible line. */
	scrolled: (line: number) => void;
	command: (name: Command) => void;
	/** Called when files were pasted or dropped at an offset. */
	files: (files: File[], at: number) => void;
}

export type Command = "save" | "publish" | "link" | "image";

/** Creates a text editor inside of an element. */
export type CreateTextEditor = (parent: HTMLElement, options: TextEditorOptions) => TextEditor;

/** Returns pasted files; none if the clipboard also has text, because spreadsheets add an image of the copied text. */
export function pastedFiles(data: DataTransfer | null): File[] {
	return data?.types.includes("text/plain") ? [] : [...(data?.files ?? [])];
}

/** Returns the difference of two texts as one change. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
	const shorter = Math.min(before.length, after.length);
	let from = 0;
	while (from < shorter && before[from] === after[from]) from += 1;
	let same = 0;
	while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
	return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** Returns the offset after a change that corresponds to the offset `position` before the change. */
export function mapOffset(
	position: number,
	{ from, to, insert }: { from: number; to: number; insert: string },
): number {
	if (position <= from) return position;
	return position >= to ? position + insert.length - (to - from) : from;
}

const key = "website_plain_editor";

/** Whether the user prefers a plain text area. */
export function prefersPlain(): boolean {
	try {
		return localStorage.getItem(key) === "on";
	} catch {
		return false;
	}
}

export function rememberPlain(isOn: boolean): void {
	try {
		if (isOn) localStorage.setItem(key, "on");
		else localStorage.removeItem(key);
	} catch {
		// Storage is blocked: the choice lasts until the page is closed.
	}
}
