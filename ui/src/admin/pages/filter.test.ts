import { expect, test } from "vitest";
import { addressOf, type Filter, filterOf, isFiltering } from "@/admin/pages/filter";

test.each<[query: Record<string, string>, filter: Filter]>([
	[{}, {}],
	[{ area: "docs", q: " start ", locale: "zh", state: "outdated", sort: "views", page: "2" }, everything()],
	[{ area: "attic", q: " ", locale: "fr", state: "lost", sort: "size" }, {}],
	[{ sort: "updated" }, {}],
])("page list filter %j is parsed as %j", (query, filter) => {
	expect(filterOf(query)).toEqual(filter);
});

test("page list filter is converted to a URL with query parameters", () => {
	expect(addressOf(everything())).toBe("/admin/pages?area=docs&q=start&locale=zh&state=outdated&sort=views");
	expect(addressOf({})).toBe("/admin/pages");
});

test("sort order alone is not a filter", () => {
	expect(isFiltering({ sort: "title" })).toBe(false);
	expect(isFiltering({ locale: "en" })).toBe(true);
});

function everything(): Filter {
	return { area: "docs", q: "start", locale: "zh", state: "outdated", sort: "views" };
}
