// Common interface of the text editors: CodeMirror and the plain field behave the same for all callers.
import type { Rule } from "@/admin/pages/editor/insert";
import type { DraftSegment, TextFinding } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export interface TextEditor {
	/**
	 * Replaces the text. The caret keeps its place in the words. Only a change that the user decided on can be undone.
	 */
	replace: (text: string, isDecided?: boolean) => void;
	/** `isQuiet`: does not take the focus from another field. */
	edit: (rule: Rule, isQuiet?: boolean) => void;
	/** Where the caret is, in characters. */
	caret: () => number;
	/** Brings a line into view: to the top, or with the caret in it. */
	reveal: (line: number, how: "top" | "nearest" | "caret") => void;
	/** Highlights the lines of the segment that the caret is in, in this language or in the other one. */
	mark: (lines: { line: number; end_line: number } | undefined) => void;
	/** Segments that are outdated, or that only this language has. */
	segments: (segments: DraftSegment[]) => void;
	findings: (findings: TextFinding[], ofText: string) => void;
	/** Keeps the caret in view after content has appeared above the text. */
	stay: () => void;
	isComposing: () => boolean;
	destroy: () => void;
}

export interface TextEditorOptions {
	text: string;
	/** Of the text. */
	language: Locale;
	/** Of the interface. */
	locale: Locale;
	label: string;
	/** The element that says how the text stands. */
	describedBy: string;
	isReadOnly: boolean;
	typed: (text: string) => void;
	/** The caret is in this line. */
	moved: (line: number) => void;
	/** This line is the first in view. */
	scrolled: (line: number) => void;
	command: (name: Command) => void;
	/** Files were pasted or dropped at this place. */
	files: (files: File[], at: number) => void;
}

export type Command = "save" | "publish" | "link" | "picture";

/** Makes one inside of an element. */
export type CreateTextEditor = (parent: HTMLElement, options: TextEditorOptions) => TextEditor;

/** What is pasted as files; words that come with a picture of themselves are words. */
export function pastedFiles(data: DataTransfer | null): File[] {
	return data?.types.includes("text/plain") ? [] : [...(data?.files ?? [])];
}

/** Where two texts differ, as one change: what is outside of it stays as it is. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
	const shorter = Math.min(before.length, after.length);
	let from = 0;
	while (from < shorter && before[from] === after[from]) from += 1;
	let same = 0;
	while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
	return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** Where a place of the text is after a change. */
export function placeAfter(place: number, { from, to, insert }: { from: number; to: number; insert: string }): number {
	if (place <= from) return place;
	return place >= to ? place + insert.length - (to - from) : from;
}

const key = "website_plain_editor";

/** Whether the user prefers a plain text field. */
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
		// Blocked storage: the choice lasts as long as the page.
	}
}
