import { expect, test } from "vitest";
import { insertBlocks, takesMarkdown } from "@/admin/pages/editor/insert";
import { markdownOfHtml } from "@/admin/pages/editor/pastedHtml";

const item = (level: number, sign: string, words: string) =>
	`<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

test.each<[name: string, html: string, markdown: string | undefined]>([
	[
		"cells of a spreadsheet",
		"<html><body><!--StartFragment--><table><col width=64><tr><td>Region</td><td>Sales</td></tr><tr height=20><td>North</td><td align=right x:num>12</td></tr><tr><td></td><td></td></tr></table><!--EndFragment--></body></html>",
		"| Region | Sales |\n|---|---|\n| North | 12 |",
	],
	[
		"merged cells",
		"<table><tr><th colspan=2>A</th><th>B</th></tr><tr><td rowspan=2>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>",
		"| A |  | B |\n|---|---|---|\n| 1 | 2 | 3 |\n|  | 4 | 5 |",
	],
	[
		"cells with pipes, line breaks, and formatting",
		"<table><tr><td>a|b</td><td><p>one</p><p>two</p></td></tr><tr><td>x<br>y</td><td><b>z</b></td></tr></table>",
		"| a\\|b | one<br>two |\n|---|---|\n| x<br>y | **z** |",
	],
	[
		"attributes with code and quoted markup",
		"<p STYLE = 'color:red' onclick=\"x()\">Set <img alt='a style=\"b\" > c' src='https://example.org/a.png' onerror=x> <span style=font-weight:bold>style=bold</span></p>",
		'Set ![a style="b" > c](https://example.org/a.png) **style=bold**',
	],
	["layout table", "<table><tr><td><h2>Title</h2></td><td><p>Words.</p></td></tr></table>", "## Title\n\nWords."],
	[
		"headings and paragraphs of Word",
		"<style>p{color:red}</style><p class=MsoTitle>Manual</p><h2><b><span style='font-size:20pt'>Set\n up</span></b></h2><p class=MsoNormal>Some <b>bold</b><b> words</b> and <i>slanted</i> ones.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>More.</p>",
		"# Manual\n\n## Set up\n\nSome **bold words** and *slanted* ones.\n\nMore.",
	],
	[
		"lists of Word",
		`${item(1, "·", "One")}\n${item(2, "o", "Deeper")}${item(1, "·", "Two")}<p class=MsoNormal>After</p>${item(1, "1.", "First")}${item(1, "2.", "Second")}`,
		"- One\n  - Deeper\n- Two\n\nAfter\n\n1. First\n2. Second",
	],
	[
		"lists of web pages",
		"<ul><li>One<ul><li>Deeper</li></ul></li><li><p>Two</p></li></ul><ol start=3><li>Three</li><li>Four</li></ol>",
		"- One\n  - Deeper\n- Two\n\n3. Three\n4. Four",
	],
	["list beside its item", "<ul><li>One</li><ul><li>Deeper</li></ul></ul>", "- One\n  - Deeper"],
	[
		"task list",
		"<ul><li><input type=checkbox checked> Done</li><li><input type=checkbox> Open</li></ul>",
		"- [x] Done\n- [ ] Open",
	],
	["loose list item", "<ol><li><p>One</p><p>More</p></li><li>Two</li></ol>", "1. One\n\n   More\n\n2. Two"],
	[
		"links",
		'<p>See <a href="https://example.org/a b">the <b>docs</b></a>, <a href="/here">this</a>, <a href="javascript:alert(1)">that</a>.</p>',
		"See [the **docs**](<https://example.org/a b>), this, that.",
	],
	[
		"Google Docs",
		'<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400;font-style:italic"> slanted</span></p></b>',
		"**Bold** *slanted*",
	],
	[
		"text with markup characters",
		"<p>1. *a* [b] # c</p><p># d</p><p>- e</p>",
		"1\\. \\*a\\* \\[b\\] # c\n\n\\# d\n\n\\- e",
	],
	[
		"code",
		'<p>Run <code>a*b</code> or <code>`</code>:</p><pre class="language-sh"><code>x\n```\ny\n</code></pre>',
		"Run `a*b` or `` ` ``:\n\n````sh\nx\n```\ny\n````",
	],
	["quotation", "<blockquote><p>One</p><p>Two</p></blockquote>", "> One\n>\n> Two"],
	["line breaks", "<p>One<br>Two</p><p>Three</p>", "One\\\nTwo\n\nThree"],
	["line break between Chinese characters", "<p>\u7b2c\u4e00\n\u884c</p><p>a\nb</p>", "\u7b2c\u4e00\u884c\n\na b"],
	[
		"images",
		'<p><b>a</b> <img src="https://example.org/a.png" alt="Gate"> <img src="file:///C:/a.png" alt="Local"><img src="data:image/png;base64,"></p>',
		"**a** ![Gate](https://example.org/a.png) Local",
	],
	["strikethrough and subscript", "<p><del>a</del> H<sub>2</sub>O</p>", "~~a~~ H<sub>2</sub>O"],
	["plain text", "<span style='color:red'>just words</span>", undefined],
	["chat messages", "<div>one</div><div>two</div>", undefined],
	[
		"code of a code editor",
		"<div style=\"font-family: Consolas, 'Courier New', monospace;white-space: pre;\"><div><span style='font-weight: bold'># a</span></div></div>",
		undefined,
	],
	["terminal output", "<pre>ls\n</pre>", undefined],
	["script", "<script>alert(1)</script><p>a</p>", undefined],
	["empty formatting", "<b> </b>", undefined],
])("pasted HTML is converted to Markdown or ignored: %s", (_name, html, markdown) => {
	expect(markdownOfHtml(html)?.markdown).toBe(markdown);
});

test("part of a paragraph is pasted inline", () => {
	expect(markdownOfHtml("<b>bold</b> words")).toEqual({ markdown: "**bold** words", isInline: true });
	expect(markdownOfHtml("<p>a</p><p>b</p>")?.isInline).toBe(false);
});

test.each<[text: string, takes: boolean]>([
	["a|", true],
	["---\ntitle: |\n---\n", false],
	["---\ntitle: a\n---\n|", true],
	["```\n|\n```\n", false],
	["```\na\n```\n|", true],
	["````\n```\n|", false],
	["\\| a | b \\|\n\\|---\\|\n\\| |", false],
])("Markdown can be inserted into %j: %s", (marked, takes) => {
	// The first `|` that is not escaped is the caret.
	const caret = /(?<!\\)\|/.exec(marked)?.index ?? 0;
	const before = marked.slice(0, caret).replaceAll("\\|", "|");
	const text = before + marked.slice(caret + 1).replaceAll("\\|", "|");
	expect(takesMarkdown({ text, from: before.length, to: before.length })).toBe(takes);
});

test("pasted blocks are surrounded by blank lines", () => {
	const at = (text: string, from: number) => {
		const { insert, to } = insertBlocks("| a |")({ text, from, to: from });
		return text.slice(0, from) + insert + text.slice(to);
	};
	expect(at("", 0)).toBe("| a |\n");
	expect(at("one two", 3)).toBe("one\n\n| a |\n\n two");
	expect(at("one\n\ntwo", 5)).toBe("one\n\n| a |\n\ntwo");
	expect(at("one\n", 4)).toBe("one\n\n| a |\n");
});
