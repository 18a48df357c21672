import { expect, test } from "vitest";
import { htmlOf, tagsOf } from "@/app/head";
import { shareTags } from "@/app/linkedData";

const page = { title: "A · Site", site: "Site", locale: "zh-CN", origin: "https://example.org" } as const;

test("page has a title, a canonical URL, and alternates", () => {
	const head = {
		title: "A",
		description: "About A",
		canonical: "/zh/docs/a",
		alternates: [
			{ locale: "zh-CN", url: "/index/zh/docs/a" },
			{ locale: "en-US", url: "/en/docs/a" },
		],
	} as const;
	const whole = { ...head, alternates: [...head.alternates] };
	expect((htmlOf(tagsOf(whole, page)) + shareTags(whole, page)).replaceAll("><", ">\n<")).toMatchInlineSnapshot(`
		"<title>A · Site</title>
		<meta name="description" content="About A">
		<link rel="canonical" href="https://example.org/index/zh/docs/a">
		<link rel="alternate" hreflang="zh-CN" href="https://example.org/index/zh/docs/a">
		<link rel="alternate" hreflang="en-US" href="https://example.org/index/en/docs/a">
		<link rel="alternate" hreflang="x-default" href="https://example.org/index/en/docs/a">
		<meta property="og:title" content="A">
		<meta property="og:site_name" content="Site">
		<meta property="og:type" content="website">
		<meta property="og:locale" content="zh_CN">
		<meta property="og:description" content="About A">
		<meta property="og:locale:alternate" content="en_US">
		<meta property="og:url" content="https://example.org/index/zh/docs/a">
		<meta property="og:image" content="https://example.org/index/share/zh/docs/a.png">
		<meta property="og:image:width" content="1200">
		<meta property="og:image:height" content="630">
		<meta property="og:image:alt" content="A · Site">
		<meta name="twitter:card" content="summary_large_image">"
	`);
});

test("hidden page has only a title and noindex", () => {
	expect(htmlOf(tagsOf({ title: "A", hidden: true }, page))).toBe(
		'<title>A · Site</title><meta name="robots" content="noindex">',
	);
});

test.each([
	["zh-CN", "zh"],
	["en-US", "en"],
] as const)("page with a Markdown alternate has a link to the llms.txt of its language (%s)", (locale, segment) => {
	const feeds = [{ type: "text/markdown", title: "Markdown", url: `/index/${segment}/docs/a.md` }];
	expect(htmlOf(tagsOf({ title: "A", feeds }, { ...page, locale }))).toBe(
		`<title>A · Site</title><link rel="alternate" type="text/markdown" title="Markdown" href="https://example.org/index/${segment}/docs/a.md"><link rel="describedby" type="text/plain" href="https://example.org/index/${segment}/llms.txt">`,
	);
});

test("page without a Markdown alternate has no link to llms.txt", () => {
	const feeds = [{ type: "application/atom+xml", title: "Atom", url: "/index/en/news/feed.xml" }];
	expect(htmlOf(tagsOf({ title: "A", feeds }, page))).not.toContain("describedby");
});

test("text in head tags is escaped", () => {
	const title = `</title><script>alert("1")</script>`;
	const html = htmlOf(tagsOf({ title, description: `"><script>` }, { ...page, title }));
	expect(html).not.toContain("<script>");
	expect(html).toContain("&lt;/title&gt;");
});
