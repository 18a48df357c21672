import { expect, test } from "vitest";
import { hasOwnTitle } from "@/docs/Article";
import { headOfPage } from "@/docs/headOfPage";
import { marked } from "@/docs/marked";
import { outdatedSections } from "@/docs/Notices";
import { byPage } from "@/docs/results";
import { optionsOf } from "@/docs/searchOptions";
import type { Hit, Page, VersionPlace } from "@/shared/http/types";

const highlighted = (text: string, words: string[]) =>
	marked(text, words)
		.map((part) => (part.marked ? `[${part.text}]` : part.text))
		.join("");

test.each([
	["Install the binary", ["install"], "[Install] the binary"],
	["安装之后再安装", ["安装"], "[安装]之后再[安装]"],
	["a.b a+b", ["a.b", "+"], "[a.b] a[+]b"],
	["installation", ["install", "installation"], "[installation]"],
	["another, the other", ["the"], "another, [the] other"],
	["用docker安装", ["docker"], "用[docker]安装"],
	["nothing here", [], "nothing here"],
	["nothing here", ["", "  "], "nothing here"],
	["<b>bold</b>", ["bold"], "<b>[bold]</b>"],
])("text %j has the terms %j highlighted", (text, words, expected) => {
	expect(highlighted(text, words)).toBe(expected);
});

const emptyHit: Hit = {
	url: "",
	area: "docs",
	title: "",
	heading: "",
	locale: "en-US",
	snippet: "",
	marks: [],
	score: 1,
	matched: [],
	more: 0,
};

test("hits are grouped by page, best page first", () => {
	const hit = (url: string): Hit => ({ ...emptyHit, url, title: url });
	const pages = byPage(["/a#1", "/b", "/a#2"].map(hit));
	expect(pages.map(({ url, hits }) => [url, hits.length])).toEqual([
		["/a", 2],
		["/b", 1],
	]);
});

test("at most four hits of a page are displayed, and the others are counted", () => {
	const urls = ["/a#1", "/a#2", "/a#3", "/b", "/a#4", "/a#5", "/a#6"];
	const all = urls.map((url): Hit => ({ ...emptyHit, url, more: url === "/b" ? 0 : 3 }));
	const shown = (max?: number) => byPage(all, max).map(({ url, hits, more }) => [url, hits.length, more]);
	expect(shown()).toEqual([
		["/a", 4, 5],
		["/b", 1, 0],
	]);
	expect(shown(Infinity)).toEqual([
		["/a", 6, 3],
		["/b", 1, 0],
	]);
	const options = optionsOf({ state: "found", words: "x", total: 10, hits: all }, []);
	expect(options.map((option) => (option.kind === "more" ? option.count : option.kind))).toEqual([
		...["hit", "hit", "hit", "hit"],
		5,
		"hit",
		"all",
	]);
});

test.each([
	["<h1>Other</h1><p>", true],
	['<p>x</p><H1 id="a">Other</H1>', true],
	["<h2>Section</h2>", false],
	["<p>&lt;h1&gt;</p>", false],
])("HTML %j contains an h1: %s", (html, own) => {
	expect(hasOwnTitle(html)).toBe(own);
});

const page = {
	url: "/index/en/docs/a",
	requested_locale: "en-US",
	locale: "en-US",
	title: "A",
	description: "",
	counterpart: { locale: "zh-CN", url: "/index/zh/docs/a", state: "outdated", outdated: 1 },
	version: null,
	versions: [],
} satisfies Parameters<typeof headOfPage>[0];

test.each<[string, Parameters<typeof headOfPage>[0], string | undefined, string[] | undefined]>([
	["page in both languages has an alternate for each", page, "/index/en/docs/a", ["en-US", "zh-CN"]],
	["page in one language has one alternate", { ...page, counterpart: null }, "/index/en/docs/a", ["en-US"]],
	["fallback has no alternates", { ...page, requested_locale: "zh-CN", counterpart: null }, "/en/docs/a", undefined],
	[
		"canonical URL of a fallback is in its own language",
		{ ...page, requested_locale: "zh-CN", url: "/index/zh/docs/a", counterpart: null },
		"/en/docs/a",
		undefined,
	],
])("head of a page: %s", (_name, requested, canonical, languages) => {
	const head = headOfPage(requested);
	expect(head.canonical).toBe(canonical);
	expect(head.alternates?.map(({ locale }) => locale)).toEqual(languages);
});

test("sections with outdated segments are listed once", () => {
	const headings: Page["headings"] = ["a", "b", "c"].map((id) => ({
		id,
		level: 2,
		text: id,
		counterpart_id: null,
		earlier_ids: [],
	}));
	const outdated = [
		{ id: "3", heading_id: "c", kind: "paragraph", change: "major", conflict: false, pieces: [] },
		{ id: "1", heading_id: "a", kind: "paragraph", change: "major", conflict: false, pieces: [] },
		{ id: "2", heading_id: "a", kind: "code", change: "major", conflict: false, pieces: [] },
		{ id: "0", heading_id: null, kind: "paragraph", change: "major", conflict: false, pieces: [] },
	];
	expect(outdatedSections({ outdated, headings }).map(({ id }) => id)).toEqual(["a", "c"]);
});

const place = (name: string, state: VersionPlace["state"], hasPage: boolean): VersionPlace => ({
	name,
	label: name,
	state,
	url: state === "current" ? "/index/en/docs/a" : `/index/en/docs/@${name}/a`,
	has_page: hasPage,
});

test.each<[string, VersionPlace["state"], boolean, canonical: string, hidden: boolean]>([
	["page of a maintained version has the current canonical URL", "maintained", true, "", false],
	["page of an ended version has the current canonical URL", "ended", true, "", false],
	["page existing only in a maintained version is indexed", "maintained", false, "/@2.1", false],
	["page existing only in an unmaintained version is not indexed", "ended", false, "/@2.1", true],
	["page existing only in an unreleased version is not indexed", "unreleased", false, "/@2.1", true],
])("head of a page with versions: %s", (_name, state, hasPage, canonical, hidden) => {
	const url = "/index/en/docs/@2.1/a";
	const head = headOfPage({
		...page,
		url,
		counterpart: { ...page.counterpart, url: "/index/zh/docs/@2.1/a" },
		version: "2.1",
		versions: [place("3.0", "current", hasPage), place("2.1", state, true)],
	});
	expect(head).toEqual({
		title: "A (2.1)",
		description: "",
		kind: "article",
		language: "en-US",
		canonical: `/index/en/docs${canonical}/a`,
		feeds: [{ type: "text/markdown", title: "Markdown", url: `${url}.md` }],
		...(hidden ? { hidden } : {}),
		alternates: [
			{ locale: "en-US", url },
			{ locale: "zh-CN", url: "/index/zh/docs/@2.1/a" },
		],
	});
});
