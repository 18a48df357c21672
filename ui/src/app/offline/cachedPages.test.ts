import { expect, test } from "vitest";
import { cachedPage } from "@/app/offline/cachedPages";

test.each<[name: string, html: string, title: string, lang: string]>([
	["a page", '<!doctype html><html lang="zh-CN"><head><title>安装 · 牌楼</title>', "安装", "zh-CN"],
	[
		"escaped characters",
		'<html lang="en-US"><title>A &lt;b&gt; &amp; &#39;c&#39; &amp;lt; · P</title>',
		"A <b> & 'c' &lt;",
		"en-US",
	],
	["no title", "<p>", "/index/en", ""],
])("title and language are read from %s", (_name, html, title, lang) => {
	expect(cachedPage("/index/en", html)).toEqual({ url: "/index/en", title, lang });
});

test("title is read from page data; API lists are ignored", () => {
	const data = { url: "/index/en/docs/a", title: "A", locale: "en-US", html: "<p>" };
	const cached = { url: "/index/en/docs/a", title: "A", lang: "en-US" };
	expect(cachedPage("/api/v1/public/docs/en-US/a", JSON.stringify(data))).toEqual(cached);
	expect(cachedPage("/api/v1/public/news/en-US", "[]")).toBeUndefined();
});
