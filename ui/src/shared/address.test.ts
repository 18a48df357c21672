import { expect, test } from "vitest";
import { addressOf, encodedPath, isRoute, queryOf, routePath, searchOf } from "@/shared/address";

test.each([
	["/index", "/"],
	["/index/", "/"],
	["/index/zh/docs", "/zh/docs"],
	["/index?x=1", "/?x=1"],
	["/indexes", "/indexes"],
	["/zh", "/zh"],
])("route path of %s is %s", (path, route) => {
	expect(routePath(path)).toBe(route);
});

test.each([
	["http://127.0.0.1:8080/index/zh/docs?q=a+b#top", "/zh/docs", { q: "a b" }],
	["/index/zh", "/zh", {}],
	["https://example.org", "/", {}],
	["/index/en/docs?q=%E4%B8%AD&q=2&%=%zz", "/en/docs", { q: "中", "%": "%zz" }],
])("URL %s has the path %s and the query %o", (url, path, query) => {
	expect(addressOf(url)).toEqual({ path, query });
});

test.each([
	["/zh/docs/guide/start", true],
	["/docs", true],
	["/localization", true],
	["/zh/docs/guide/start.md", false],
	["/zh/feed.xml", false],
	["/media/picture", false],
	["/zh/docs/v1.2", true],
	["/zh/docs/@3.0-beta.rc1", true],
	["/zh/docs/@3.0-beta.rc1.md", false],
])("path %s is a route: %s", (path, expected) => {
	expect(isRoute(path)).toBe(expected);
});

test("query round-trips through the URL", () => {
	const query = { q: "a&b=c 中文 +?#", page: "2" };
	expect(queryOf(searchOf(query))).toEqual(query);
	expect(searchOf({ q: undefined })).toBe("");
});

test("path is percent-encoded except for its slashes", () => {
	expect(encodedPath("指南/a b?#")).toBe("%E6%8C%87%E5%8D%97/a%20b%3F%23");
});
