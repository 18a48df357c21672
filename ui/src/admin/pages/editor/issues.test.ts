import { expect, test } from "vitest";
import { issueMessage, issueText, valuesIn } from "@/admin/pages/editor/issues";

test.each([
	["page-missing", "../nowhere.md", "no page at ../nowhere.md", "页面不存在"],
	["anchor-missing", "./a.md#b: no heading `b`", "no heading with the id b", "b"],
	["cjk-space", "put a space between `用` and `R` in `用Rust`", "between 用 and R in 用Rust", "用Rust"],
	["translation-outdated", "1 segments", "ne segment is outdated", "1"],
	["image-without-alt-text", "", "An image has no alt text", "图片"],
	["front-matter-invalid", "duplicate key", "Duplicate key in the front matter", "有重复的键"],
	["front-matter-invalid", "invalid JSON", "check commas", "请检查逗号"],
	["front-matter-invalid", "unquoted text in TOML", "must be in quotation marks", "需要加引号"],
	["front-matter-invalid", "a TOML key without a value", "has no value", "没有值"],
	["front-matter-invalid", "invalid TOML", "check equals signs", "请检查等号"],
	["front-matter-invalid", "a full-width colon", "full-width colon", "全角冒号"],
	["front-matter-invalid", "a colon without a space", "needs a space after it", "要有一个空格"],
	["front-matter-invalid", "a quotation mark is not closed", "close it on this line", "在这一行补上"],
	["front-matter-invalid", "a bracket is not closed", "as in tags: [a, b]", "如 tags: [a, b]"],
	["front-matter-invalid", "a value needs quotation marks", "needs quotation marks", "需要加引号"],
	["front-matter-invalid", "text after a closing quotation mark", "the other kind of quotation marks", "另一种引号"],
	["front-matter-invalid", "a backslash in double quotation marks", "use single ones", "改用单引号"],
	["front-matter-invalid", "text on the line of a block indicator", "on the next line", "从下一行开始"],
	[
		"front-matter-invalid",
		"text below a block indicator is not indented",
		"begin its lines with two spaces",
		"每行之前加上 2 个空格",
	],
	["link-empty", "[a]()", "[a]() has no target", "[a]()"],
])("issue %s with the detail `%s` has a message in both languages", (code, detail, english, chinese) => {
	expect(issueText("en-US", { code, detail })).toContain(english);
	expect(issueText("zh-CN", { code, detail })).toContain(chinese);
	for (const locale of ["en-US", "zh-CN"] as const) expect(issueText(locale, { code, detail })).not.toMatch(/[{}]/);
});

test("unknown issue shows the detail from the server, or else its code", () => {
	expect(issueText("zh-CN", { code: "moon-missing", detail: "moon" })).toBe("moon");
	expect(issueText("en-US", { code: "constructor", detail: "" })).toBe("Constructor");
});

test("issue detail is parsed only if it matches the pattern", () => {
	expect(valuesIn("`{a}` in `{b}`", "`.` in `x.y`")).toEqual({ a: ".", b: "x.y" });
	expect(valuesIn("`{a}` in `{b}`", "something else")).toBeUndefined();
});

test.each([
	["`### Accessing Params` here, `### Params in Page` in en/a.md:4", "### Accessing Params", "### Params in Page"],
	["`## Being here, now` here, `## Use `x` in y` in en/a.md:4", "## Being here, now", "## Use `x` in y"],
])("heading in an issue detail may contain any text: %s", (detail, ownHeading, otherHeading) => {
	const pieces = issueMessage("zh-CN", { code: "headings-differ", detail });
	expect(pieces.map(({ words, isCode }) => (isCode ? [words] : words))).toEqual([
		"这里是 ",
		[ownHeading],
		"，",
		"en/a.md:4",
		" 中是 ",
		[otherHeading],
		"：请让两个页面的标题级别一致",
	]);
});

test.each([
	["page-missing", "a`b.md", "a`b.md"],
	["cjk-space", "two in `用R`", "用R"],
	["moon-missing", "no `moon`", "moon"],
])("quoted value in the issue %s is shown as code", (code, detail, expected) => {
	const pieces = issueMessage("en-US", { code, detail });
	expect(pieces.flatMap(({ words, isCode }) => (isCode ? [words] : []))).toEqual([expected]);
});
