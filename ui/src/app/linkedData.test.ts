import { expect, test } from "vitest";
import { linkedData, searchLink } from "@/app/linkedData";

const page = { site: "Site", locale: "zh-CN", origin: "https://example.org" } as const;

function graph(html: string): Record<string, unknown>[] {
	const json = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(html)?.[1];
	return JSON.parse(json ?? "")["@graph"];
}

test("linked data of the front page has a search action", () => {
	const [site] = graph(linkedData({ title: "", canonical: "/index/zh", isSite: true }, page));
	expect(site).toMatchObject({
		"@type": "WebSite",
		url: "https://example.org/index/zh",
		potentialAction: { target: { urlTemplate: "https://example.org/index/zh/docs?q={search_term_string}" } },
	});
});

test("linked data has the page type, author, and breadcrumbs", () => {
	const head = {
		title: "甲",
		kind: "article",
		canonical: "/index/zh/docs/a/b",
		language: "en-US",
		modified: Date.UTC(2026, 10, 22),
		authors: ["Ann"],
		crumbs: [{ title: "上", url: "/index/zh/docs/a" }],
	} as const;
	const [article, crumbs] = graph(linkedData({ ...head, authors: ["Ann"], crumbs: [...head.crumbs] }, page));
	expect(article).toMatchObject({
		"@type": "TechArticle",
		headline: "甲",
		inLanguage: "en-US",
		dateModified: "2026-11-22T00:00:00.000Z",
		author: [{ "@type": "Person", name: "Ann" }],
		image: "https://example.org/index/share/zh/docs/a/b.png",
	});
	expect(crumbs).toMatchObject({
		itemListElement: [
			{ position: 1, name: "上" },
			{ position: 2, name: "甲" },
		],
	});
});

test("news entry has the type NewsArticle", () => {
	const head = { title: "A", kind: "article", canonical: "/index/zh/news/a", published: 0.5, modified: 1 } as const;
	expect(graph(linkedData(head, page))[0]).toMatchObject({ "@type": "NewsArticle" });
});

test("hidden page and page without canonical URL have no linked data; titles are escaped", () => {
	expect(linkedData({ title: "A", canonical: "/index/zh", isSite: true, hidden: true }, page)).toBe("");
	expect(linkedData({ title: "A" }, page)).toBe("");
	const html = linkedData(
		{ title: '</script><script>alert("1")</script>', kind: "article", canonical: "/index/zh/docs/a" },
		page,
	);
	expect(html.match(/<\/?script/g)).toEqual(["<script", "</script"]);
	expect(searchLink({ ...page, site: '"><script>' })).not.toContain("<script>");
});
