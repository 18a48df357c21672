import { expect, test } from "vitest";
import { withChanges } from "@/docs/changes";
import { markedAt } from "@/docs/marked";
import { parallelHtml } from "@/docs/parallel";
import { optionsOf, withRecent } from "@/docs/searchOptions";
import type { Hit, OutdatedSegment, Page } from "@/shared/http/types";
import { docsPage } from "@/testing/fakeServer";

const segment: OutdatedSegment = {
	id: "1",
	heading_id: null,
	kind: "paragraph",
	change: "major",
	conflict: false,
	pieces: [
		["same", "Wait "],
		["old", "<five>"],
		["new", "ten"],
	],
};

const template = '<template data-outdated="0 1"></template>';

test("escaped source diff is inserted after the outdated segment", () => {
	const outdated = [segment, { ...segment, change: "removed", conflict: true, pieces: [] }];
	const page: Page = { ...docsPage, html: `<p>等</p>${template}`, outdated };
	const { html, outdated: left } = withChanges(page, "zh-CN");
	expect(html).toContain('<div class="changed" lang="en-US"><span>Wait </span><del>&lt;five&gt;</del><ins>ten</ins>');
	expect(html).toContain("<p>英文版已删去这一段。此后两种语言都有改动。</p></div>");
	expect(html).not.toContain("<template");
	expect(left[0]?.pieces).toEqual([]);
});

test("page without outdated segments is unchanged", () => {
	expect(withChanges(docsPage, "zh-CN")).toBe(docsPage);
});

test("missing sections are listed with links, up to five", () => {
	const section = (number: number) => ({ id: `部 ${number}`, text: `<Part> ${number}` });
	const missing_sections = [1, 2, 3, 4, 5, 6, 7].map(section);
	const page: Page = { ...docsPage, not_translated: 7, missing_sections };
	const named = withChanges(page, "zh-CN");
	const html = named.lacks?.html ?? "";
	expect(html).toContain("<p>仅英文版有以下小节：</p>");
	const first = `/index/en/docs/begin#${encodeURIComponent("部 1")}`;
	expect(html).toContain(`<li><a href="${first}" hreflang="en-US" lang="en-US">&lt;Part&gt; 1</a></li>`);
	expect(html.match(/<a /g)).toHaveLength(5);
	expect(html).toContain("<li>另有 2 个小节</li>");
	expect(named.missing_sections).toEqual([]);
	const keys = Object.keys(named);
	expect(keys.indexOf("lacks")).toBeLessThan(keys.indexOf("html"));
});

test.each<[string, Partial<Page>]>([
	["a page shown in the other language", { requested_locale: "en-US" }],
	["a page without a counterpart", { counterpart: null }],
])("%s lists no missing sections", (_name, changed) => {
	const page = { ...docsPage, missing_sections: [{ id: "a", text: "A" }], ...changed };
	expect(withChanges(page, "zh-CN").lacks).toBeUndefined();
});

test("parallel view shows equal rows once, other rows with their state", () => {
	const other = { locale: "en-US" as const, html: "<p>B</p>" };
	const html = parallelHtml(
		{
			locale: "zh-CN",
			rows: [
				{ segments: [], html: "<pre>x</pre>", other: null, state: "same" },
				{ segments: [], html: "<p>甲</p>", other, state: "outdated" },
				{ segments: [], html: "", other, state: "not_translated" },
				{ segments: [], html: "<p>乙</p>", other: null, state: "alone" },
				{ segments: [], html: "<p>Same.</p>", other: null, state: "copied" },
			],
		},
		"zh-CN",
	);
	expect(html.match(/class="pair"/g)).toHaveLength(4);
	expect(html).toContain("照抄原文：此段在两种语言中相同，尚未翻译。");
	expect(html).toContain('<div class="side" lang="en-US"><p>Same.</p></div>');
	expect(html).toContain('<div class="side" lang="zh-CN"><p>甲</p></div><div class="side" lang="en-US"><p>B</p></div>');
	expect(html).toContain("中文版待更新。");
	expect(html).toContain("中文版没有这一段");
	expect(html).toContain("英文版没有这一段");
});

test.each([
	["en-US", 1, "One row is not aligned: the counterparts of its segments could not be determined."],
	["zh-CN", 2, "有 2 行未对应：无法确定其中哪些段落互为译文。"],
] as const)("unaligned rows are counted above the text in %s", (reader, count, words) => {
	const other = { locale: "en-US" as const, html: "<p>B</p>" };
	const row = { segments: [], html: "<p>甲</p>", other, state: "not_aligned" as const };
	const html = parallelHtml({ locale: "zh-CN", rows: Array(count).fill(row) }, reader);
	expect(html).toContain(`<p class="pair-note" lang="${reader}">${words}</p>\n<div class="pair"`);
});

test.each<[number[][], string]>([
	[[[0, 2]], "[ab]cd"],
	[
		[
			[1, 2],
			[3, 4],
		],
		"a[b]c[d]",
	],
	[
		[
			[2, 9],
			[3, 1],
			[-1, 2],
		],
		"abcd",
	],
	[[], "abcd"],
])("text with highlights at %j is %s", (marks, expected) => {
	const places = marks.map(([start = 0, end = 0]): [number, number] => [start, end]);
	const actual = markedAt("abcd", places).map((part) => (part.marked ? `[${part.text}]` : part.text));
	expect(actual.join("")).toBe(expected);
});

const hit = (url: string): Hit => ({
	url,
	area: "docs",
	title: url,
	heading: "",
	locale: "en-US",
	snippet: "",
	marks: [],
	score: 1,
	matched: [],
	more: 0,
});

test("search options are grouped by page, best result first", () => {
	const hits = ["/x#a", "/y", "/x", "/z", "/y#b"].map(hit);
	const options = optionsOf({ state: "searching", hits }, []);
	const urls = options.map((option) => option.kind === "hit" && option.hit.url);
	expect(urls).toEqual(["/x#a", "/x", "/y", "/y#b", "/z"]);
});

test("option for more results is after the page's last result", () => {
	const hits = [{ ...hit("/x#a"), more: 3 }, hit("/y"), { ...hit("/x#b"), more: 3 }];
	const options = optionsOf({ state: "found", words: "a", total: 6, hits }, []);
	expect(options.map((option) => (option.kind === "hit" ? option.hit.url : option))).toEqual([
		"/x#a",
		"/x#b",
		{ kind: "more", words: "a", page: "/x", count: 3 },
		"/y",
		{ kind: "all", words: "a", total: 6 },
	]);
});

test("last option of a completed search with results links to all results", () => {
	const found = { state: "found", words: "a", total: 9, hits: [hit("/x"), hit("/y")] } as const;
	const kinds = (options: ReturnType<typeof optionsOf>) => options.map(({ kind }) => kind);
	expect(kinds(optionsOf({ ...found, hits: [...found.hits] }, []))).toEqual(["hit", "hit", "all"]);
	expect(optionsOf({ ...found, hits: [] }, ["b"])).toEqual([]);
	expect(kinds(optionsOf({ state: "idle" }, ["b"]))).toEqual(["recent"]);
	expect(kinds(optionsOf({ state: "searching", hits: [hit("/x")] }, []))).toEqual(["hit"]);
	expect(optionsOf({ state: "failed", cause: "http" }, [])).toEqual([]);
});

test("recent queries are unique, newest first, and limited", () => {
	expect(withRecent(["b", "a"], "a")).toEqual(["a", "b"]);
	expect(withRecent(["a"], "")).toEqual(["a"]);
	expect(withRecent(["a", "b", "c", "d", "e"], "f")).toHaveLength(5);
});
