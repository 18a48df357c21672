// Text edits of the toolbar, the shortcuts, and the slash menu: functions of the text and its selection.
import { escapeMarkdown, target } from "@/admin/media/markdown";
import { changeBetween, mapOffset } from "@/admin/pages/editor/textEditor";

export interface Selected {
	text: string;
	from: number;
	to: number;
}

export interface Edit {
	from: number;
	to: number;
	insert: string;
	/** Selection after the edit. */
	select: [from: number, to: number];
}

export type Rule = (at: Selected) => Edit;

/** Returns the offset of the body, after the front matter. */
export function startOfBody(text: string): number {
	return /^\uFEFF?(---|\+\+\+)[^\S\n]*\n(?:[\s\S]*?\n)?\1[^\S\n]*(?:\n|$)/.exec(text)?.[0].length ?? 0;
}

/**
 * Keeps edits out of the front matter. If the selection extends into the body, only that part is edited. Otherwise, an
 * insertion in the front matter becomes a paragraph at the start of the body.
 */
function inBody(rule: Rule): Rule {
	return (at) => {
		const { text, from, to } = at;
		const start = startOfBody(text);
		const hasEnd = start === 0 || text[start - 1] === "\n";
		if (from >= start && hasEnd) return rule(at);
		if (to > start) return rule({ text, from: start, to });
		const above = `${text.slice(0, start)}${hasEnd ? "" : "\n"}\n`;
		const below = text.slice(start).replace(/^\n+/, "");
		const opened = below === "" ? above : `${above}\n\n${below}`;
		const { select, ...edit } = rule({ text: opened, from: above.length, to: above.length });
		const written = opened.slice(0, edit.from) + edit.insert + opened.slice(edit.to);
		return { ...changeBetween(text, written), select };
	};
}

/** Encloses the selection in an inline delimiter such as `**`, or removes a delimiter that encloses the selection. */
export function toggleDelimiter(mark: string): Rule {
	return inBody(({ text, from, to }) => {
		const inner = text.slice(from, to);
		const [before, after] = [from - mark.length, to + mark.length];
		if (before >= 0 && text.slice(before, from) === mark && text.slice(to, after) === mark)
			return { from: before, to: after, insert: inner, select: [before, before + inner.length] };
		const start = from + mark.length;
		return { from, to, insert: mark + inner + mark, select: [start, start + inner.length] };
	});
}

/** Adds a prefix to every selected line, or removes the prefix if all of these lines have it. */
export function toggleLinePrefix(mark: string): Rule {
	return inBody((at) => {
		const [start, end] = wholeLines(at);
		const lines = at.text.slice(start, end).split("\n");
		const has = lines.every((line) => line.startsWith(mark));
		const insert = lines.map((line) => (has ? line.slice(mark.length) : mark + line)).join("\n");
		return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
	});
}

/** Cycles a line from a paragraph to a heading of level 2, to a heading of level 3, and back to a paragraph. */
export const heading: Rule = inBody((at) => {
	const [start] = wholeLines(at);
	const end = endOfLine(at.text, start);
	const [, level = "", words = ""] = /^(#{0,6}) *(.*)$/.exec(at.text.slice(start, end)) ?? [];
	const next = { "": "## ", "##": "### " }[level] ?? "";
	const insert = next + words;
	return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
});

/** Inserts a string before the selection. */
export function insertText(text: string): Rule {
	return inBody(({ from, to }) => {
		return { from, to: from, insert: text, select: [from + text.length, to + text.length] };
	});
}

/** Whether Markdown can be inserted at the selection: not in front matter, fenced code, or a table row. */
export function takesMarkdown({ text, from }: Selected): boolean {
	const start = startOfBody(text);
	if (from < start) return false;
	let fence = "";
	for (const line of text.slice(start, startOfLine(text, from)).split("\n")) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
		if (fence === "") fence = mark;
		else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
	}
	const line = text.slice(startOfLine(text, from), endOfLine(text, from));
	return fence === "" && !/^ {0,3}(\||```|~~~)/.test(line);
}

/** Replaces the selection with blocks, separated by blank lines. */
export function insertBlocks(written: string): Rule {
	return inBody(({ text, from, to }) => {
		const above = text.slice(0, from);
		const below = text.slice(to);
		const lead = above === "" || above.endsWith("\n\n") ? "" : above.endsWith("\n") ? "\n" : "\n\n";
		const trail = below === "" ? "\n" : /^\n(\n|$)/.test(below) ? "" : below.startsWith("\n") ? "\n" : "\n\n";
		const end = from + lead.length + written.length;
		return { from, to, insert: lead + written + trail, select: [end, end] };
	});
}

export function replaceSelection(written: string): Rule {
	return ({ from, to }) => {
		const end = from + written.length;
		return { from, to, insert: written, select: [end, end] };
	};
}

/** Inserts a link. Its text is the selection, or else the title. */
export function link(to: string, title: string): Rule {
	return inBody(({ text, from, to: end }) => {
		const words = text.slice(from, end) || escapeMarkdown(title);
		const insert = `[${words}](${target(to)})`;
		return { from, to: end, insert, select: [from + insert.length, from + insert.length] };
	});
}

/** Inserts a block with blank lines around it. The text between the two `¦` is a placeholder and is selected. */
export function block(written: string): Rule {
	return inBody(({ text, from, to }) => {
		const start = startOfLine(text, from);
		const end = endOfLine(text, to);
		// Replaces a blank line; otherwise inserts the block below the line.
		const at = text.slice(start, end).trim() === "" ? start : end;
		const above = text.slice(0, at).replace(/[ \t]+$/, "");
		const below = text.slice(end);
		const lead = above === "" || above.endsWith("\n\n") ? "" : above.endsWith("\n") ? "\n" : "\n\n";
		const trail = below === "" ? "\n" : /^\n(\n|$)/.test(below) ? "" : "\n";
		const [head = "", inner = "", tail = ""] = written.split("¦");
		const first = at + lead.length + head.length;
		return { from: at, to: end, insert: lead + head + inner + tail + trail, select: [first, first + inner.length] };
	});
}

/** Replaces a line, counted from 1, if its text is still `original`; otherwise changes nothing. */
export function replaceLine(line: number, original: string, fix: string): Rule {
	return ({ text, from, to }) => {
		const start = startOf(text, line);
		const end = endOfLine(text, start);
		if (text.slice(start, end) !== original) return { from, to, insert: text.slice(from, to), select: [from, to] };
		return { from: start, to: end, insert: fix, select: [start + fix.length, start + fix.length] };
	};
}

/** A fix for a line: the text of the line when it was checked, and the replacement. */
export interface Fix {
	line: number;
	original: string;
	fix: string;
}

/**
 * Applies the fixes in one edit, except in lines that have changed. If two fixes change the same characters, only the
 * first is applied; the next check reports the other issue again.
 */
export function replaceLines(fixes: Fix[]): Rule {
	return ({ text, from }) => {
		const changes = fixes.flatMap(({ line, original, fix }) => {
			const start = startOf(text, line);
			const change = changeBetween(original, fix);
			const isSame = text.slice(start, endOfLine(text, start)) === original;
			return isSame ? [{ ...change, from: start + change.from, to: start + change.to }] : [];
		});
		let corrected = "";
		let last = -1;
		let done = 0;
		for (const change of changes.sort((one, other) => one.from - other.from)) {
			if (change.from === last || change.from < done) continue;
			corrected += text.slice(done, change.from) + change.insert;
			[last, done] = [change.from, change.to];
		}
		const whole = changeBetween(text, corrected + text.slice(done));
		const caret = mapOffset(from, whole);
		return { ...whole, select: [caret, caret] };
	};
}

/** Blocks of the slash menu and of the block list. The names are message keys. */
export const blocks: { name: BlockName; words: string; written: string }[] = [
	{ name: "heading2", words: "heading h2 biaoti", written: "## ¦…¦" },
	{ name: "heading3", words: "heading h3 biaoti", written: "### ¦…¦" },
	{ name: "list", words: "list ul liebiao", written: "- ¦…¦" },
	{ name: "ordered", words: "ordered list ol liebiao", written: "1. ¦…¦" },
	{ name: "tasks", words: "task list todo renwu", written: "- [ ] ¦…¦" },
	{ name: "table", words: "table biaoge", written: "| ¦…¦ |   |\n|---|---|\n|   |   |" },
	{ name: "code", words: "code daima", written: "```¦text¦\n\n```" },
	{ name: "quote", words: "quote yinyong", written: "> ¦…¦" },
	{ name: "note", words: "note container zhu", written: "::: note\n¦…¦\n:::" },
	{ name: "tip", words: "tip container tishi", written: "::: tip\n¦…¦\n:::" },
	{ name: "important", words: "important container zhongyao", written: "::: important\n¦…¦\n:::" },
	{ name: "warning", words: "warning caution container jinggao", written: "::: warning\n¦…¦\n:::" },
	{ name: "danger", words: "danger container weixian", written: "::: danger\n¦…¦\n:::" },
	{ name: "details", words: "details zhedie", written: "::: details ¦…¦\n\n:::" },
	{ name: "tabs", words: "tabs biaoqian", written: "::: tabs\n== ¦…¦\n\n== …\n\n:::" },
	{ name: "math", words: "math formula gongshi", written: "$$\n¦…¦\n$$" },
	{ name: "image", words: "picture image tupian", written: "![¦…¦](…)" },
	{ name: "rule", words: "rule line hr fenge", written: "---\n\n¦¦" },
];

/** Blocks that match the input: prefix matches before other matches, both in the order of `blocks`. */
export function blocksLike(typed: string, namesOf: (name: BlockName) => string[]): typeof blocks {
	const sought = typed.toLowerCase();
	const wordsOf = ({ name, words }: (typeof blocks)[number]) => [
		...words.split(" "),
		...namesOf(name).map((name) => name.toLowerCase()),
	];
	const first = blocks.filter((one) => wordsOf(one).some((word) => word.startsWith(sought)));
	const then = blocks.filter((one) => !first.includes(one) && wordsOf(one).some((word) => word.includes(sought)));
	return [...first, ...then];
}

export type BlockName =
	| "heading2"
	| "heading3"
	| "list"
	| "ordered"
	| "tasks"
	| "table"
	| "code"
	| "quote"
	| "note"
	| "tip"
	| "important"
	| "warning"
	| "danger"
	| "details"
	| "tabs"
	| "math"
	| "image"
	| "rule";

/** Returns the offset of a line, counted from 1; for a line after the last, the length of the text. */
export function startOf(text: string, line: number): number {
	let start = 0;
	for (let at = 1; at < line; at += 1) {
		const next = text.indexOf("\n", start);
		if (next < 0) return text.length;
		start = next + 1;
	}
	return start;
}

/** Returns the number of the line, counted from 1, that contains the offset `position`. */
export function lineAt(text: string, position: number): number {
	let line = 1;
	for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line += 1;
	return line;
}

function wholeLines({ text, from, to }: Selected): [start: number, end: number] {
	return [startOfLine(text, from), endOfLine(text, to)];
}

function startOfLine(text: string, position: number): number {
	return text.lastIndexOf("\n", position - 1) + 1;
}

export function endOfLine(text: string, position: number): number {
	const end = text.indexOf("\n", position);
	return end < 0 ? text.length : end;
}
