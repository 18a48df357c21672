import { expect, test } from "vitest";
import { editorAddress, filtersOf, pageAddress, pagesAddress, viewOf } from "@/localization/address";

test.each<[query: Record<string, string>, view: string]>([
	[{}, "overview"],
	[{ view: "pages" }, "pages"],
	[{ view: "page", key: "a" }, "page"],
	[{ view: "nothing" }, "overview"],
])("query %o selects the view %s", (query, view) => {
	expect(viewOf(query)).toBe(view);
});

test("URL omits empty filters", () => {
	const filters = filtersOf({ view: "pages", q: "", locale: "zh-CN", area: "", sort: "title", other: "x" });
	expect(filters).toEqual({ locale: "zh-CN", sort: "title" });
	expect(pagesAddress(filters)).toBe("/localization?view=pages&locale=zh-CN&sort=title");
	expect(pagesAddress(filters, 3)).toBe("/localization?view=pages&locale=zh-CN&sort=title&page=3");
});

test("page status URL has language, area, and key", () => {
	const page = { locale: "zh-CN", area: "docs", key: "guide/a&b" } as const;
	expect(pageAddress(page)).toBe("/localization?view=page&locale=zh-CN&area=docs&key=guide%2Fa%26b");
	expect(pageAddress(page, "outdated", 2)).toContain("&state=outdated&page=2");
});

test("editor URL contains the public URL of the page as a parameter", () => {
	expect(editorAddress("/index/zh/docs/a#b")).toBe("/admin/pages?at=%2Findex%2Fzh%2Fdocs%2Fa");
});
