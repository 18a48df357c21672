import { expect, test } from "vitest";
import {
	block,
	blocks,
	blocksLike,
	heading,
	insertText,
	lineAt,
	link,
	type Rule,
	replaceLine,
	replaceLines,
	startOf,
	toggleDelimiter,
	toggleLinePrefix,
} from "@/admin/pages/editor/insert";
import { text } from "@/admin/pages/text";

/** Applies a rule to `from` and compares the result with `to`. The selection is between `[` and `]`. */
function check(rule: Rule, from: string, to: string): void {
	const [start, end] = [from.indexOf("["), from.indexOf("]") - 1];
	const text = from.replace(/[[\]]/g, "");
	const edit = rule({ text, from: start, to: end });
	const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
	const [a, b] = edit.select;
	expect(`${after.slice(0, a)}[${after.slice(a, b)}]${after.slice(b)}`).toBe(to);
}

const ruled = block(blocks.find(({ name }) => name === "rule")?.written ?? "");

test.each<[name: string, rule: Rule, from: string, to: string]>([
	["bold delimiters are added", toggleDelimiter("**"), "a [word] b", "a **[word]** b"],
	["bold delimiters are removed", toggleDelimiter("**"), "a **[word]** b", "a [word] b"],
	["backticks surround an empty selection", toggleDelimiter("`"), "a []", "a `[]`"],
	["selected lines become a list", toggleLinePrefix("- "), "o[ne\ntw]o", "- one\n- two[]"],
	["list items become plain lines", toggleLinePrefix("- "), "- o[ne\n- tw]o", "one\ntwo[]"],
	["paragraph becomes a heading", heading, "a\nb[]c\nd", "a\n## bc[]\nd"],
	["heading becomes a smaller heading", heading, "## b[]c", "### bc[]"],
	["smallest heading becomes a paragraph", heading, "### b[]c", "bc[]"],
	["block replaces an empty line", block("::: tip\n¦…¦\n:::"), "a\n\n[]\n\nb", "a\n\n::: tip\n[…]\n:::\n\nb"],
	["block is inserted below a paragraph", block("> ¦…¦"), "one t[]wo\nthree", "one two\n\n> […]\n\nthree"],
	["block is inserted at the end", block("---¦¦"), "a[]", "a\n\n---[]\n"],
	["caret is below a thematic break at the end", ruled, "a[]", "a\n\n---\n\n[]\n"],
	["caret is between a thematic break and a paragraph", ruled, "a[]\n\nb", "a\n\n---\n\n[]\n\nb"],
	["caret is below a thematic break in an empty line", ruled, "a\n\n[]\n\nb", "a\n\n---\n\n[]\n\nb"],
	["block is inserted into an empty text", block("- ¦…¦"), "[]", "- […]\n"],
	[
		"block inserted at the start of front matter moves to the body",
		block("- ¦…¦"),
		"[]---\na: b\n---\n\n# C\n",
		"---\na: b\n---\n\n- […]\n\n# C\n",
	],
	[
		"block inserted in the front matter moves to the body",
		block("- ¦…¦"),
		"---\na: [b]\n---\nC\n",
		"---\na: b\n---\n\n- […]\n\nC\n",
	],
	["block is inserted into an empty body", block("- ¦…¦"), "[]+++\na=1\n+++\n", "+++\na=1\n+++\n\n- […]\n"],
	["block after the closing fence is in the body", block("- ¦…¦"), "---\na: b\n---[]", "---\na: b\n---\n\n- […]\n"],
	[
		"list inserted at the start of front matter moves to the body",
		toggleLinePrefix("- "),
		"[]---\na: b\n---\n\n# C\n",
		"---\na: b\n---\n\n- []\n\n# C\n",
	],
	[
		"heading inserted at the start of front matter moves to the body",
		heading,
		"[]---\n---\nC\n",
		"---\n---\n\n## []\n\nC\n",
	],
	[
		"bold applied in the front matter moves to the body",
		toggleDelimiter("**"),
		"---\na: [b]\n---\nC\n",
		"---\na: b\n---\n\n**[]**\n\nC\n",
	],
	[
		"bold over front matter and body applies to the body",
		toggleDelimiter("**"),
		"[---\na: b\n---\nC]",
		"---\na: b\n---\n**[C]**",
	],
	[
		"link inserted in the front matter moves to the body",
		link("./a.md", "A"),
		"-[]--\n---\nC",
		"---\n---\n\n[A](./a.md)[]\n\nC",
	],
	["string is inserted before the selection", insertText("xx"), "a[b]c", "axx[b]c"],
	[
		"string inserted in the front matter moves to the body",
		insertText("xx"),
		"[]---\n---\n\n\nC",
		"---\n---\n\nxx[]\n\nC",
	],
	["thematic break is not front matter", toggleLinePrefix("- "), "a\n[]---\n", "a\n- ---[]\n"],
])("text edit: %s", (_name, rule, from, to) => check(rule, from, to));

test("link text is the selection, or the title if nothing is selected", () => {
	expect(link("./a.md", "A")({ text: "see this", from: 4, to: 8 }).insert).toBe("[this](./a.md)");
	expect(link("./a.md", "A")({ text: "see ", from: 4, to: 4 }).insert).toBe("[A](./a.md)");
	expect(link("./a.md", "A")({ text: "see `this`", from: 4, to: 10 }).insert).toBe("[`this`](./a.md)");
});

test.each([
	["Vec<T> and a[0 `x", "Vec\\<T> and a\\[0 \\`x"],
	["a] *b* _c_ $d$ {e} f|g ~h~ \\[", "a\\] \\*b\\* \\_c\\_ \\$d\\$ \\{e} f\\|g \\~h\\~ \\\\\\["],
	["&lt; &#38; Q&A, snake_case (C++)!", "\\&lt; \\&#38; Q&A, snake_case (C++)!"],
])("characters of a title are escaped: %s", (title, words) => {
	expect(link("./a.md", title)({ text: "", from: 0, to: 0 }).insert).toBe(`[${words}](./a.md)`);
});

test.each([
	["https://例子.中国/路径 x?a=(b)", "<https://例子.中国/路径 x?a=(b)>"],
	["https://example.org/a(b", "<https://example.org/a(b>"],
	["/a<b>c\\", "</a\\<b\\>c\\\\>"],
	["https://example.org/路径?a=b&c=[d]#e_f", "https://example.org/路径?a=b&c=[d]#e_f"],
])("URL is enclosed in angle brackets and escaped only if necessary: %s", (address, written) => {
	expect(link(address, "A")({ text: "", from: 0, to: 0 }).insert).toBe(`[A](${written})`);
});

test("line with an issue is replaced only if it is unchanged", () => {
	const at = { text: "a\nb c\nd", from: 0, to: 0 };
	expect(replaceLine(2, "b c", "bc")(at)).toMatchObject({ from: 2, to: 5, insert: "bc" });
	expect(replaceLine(2, "other", "bc")(at)).toMatchObject({ from: 0, to: 0, insert: "" });
});

test("line numbers and offsets are converted both ways", () => {
	const text = "a\n\nbc\n";
	expect([1, 2, 3, 4, 9].map((line) => startOf(text, line))).toEqual([0, 2, 3, 6, 6]);
	expect([0, 1, 2, 3, 5, 6].map((position) => lineAt(text, position))).toEqual([1, 1, 2, 3, 3, 4]);
});

test.each(blocks)("block $name has one placeholder", ({ written }) => {
	expect(written.split("¦")).toHaveLength(3);
});

test.each([
	["表", ["table", "list", "ordered", "tasks"]],
	["编号", ["ordered"]],
	["biao", ["heading2", "heading3", "table", "tabs", "list", "ordered"]],
	["table", ["table"]],
	["LIST", ["list", "ordered", "tasks"]],
	["moon", []],
])("block menu for the input `/%s` lists %j", (typed, names) => {
	expect(blocksLike(typed, (name) => [text("zh-CN", `block.${name}`)]).map(({ name }) => name)).toEqual(names);
});

test("block menu lists all blocks in order for empty input", () => {
	expect(blocksLike("", (name) => [name])).toEqual(blocks);
});

test("all issues are fixed in one edit, except in lines changed since the check", () => {
	const text = "a\n用R和S写\nc d\nchanged";
	const fixes = [
		{ line: 2, original: "用R和S写", fix: "用 R和S写" },
		{ line: 2, original: "用R和S写", fix: "用R和 S写" },
		{ line: 2, original: "用R和S写", fix: "用 R和S写" },
		{ line: 3, original: "c d", fix: "cd" },
		{ line: 4, original: "before", fix: "after" },
	];
	const { from, to, insert, select } = replaceLines(fixes)({ text, from: 11, to: 11 });
	expect(text.slice(0, from) + insert + text.slice(to)).toBe("a\n用 R和 S写\ncd\nchanged");
	expect(select).toEqual([12, 12]);
	expect(replaceLines([])({ text, from: 1, to: 1 })).toEqual({ from: 19, to: 19, insert: "", select: [1, 1] });
});
