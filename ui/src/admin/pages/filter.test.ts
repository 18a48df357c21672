import { expect, test } from "vitest";
import { addressOf, type Filter, filterOf, isFiltering } from "@/admin/pages/filter";

test.each<[query: Record<string, string>, filter: Filter]>([
	[{}, {}],
	[{ area: "docs", q: " start ", locale: "zh", state: "outdated", sort: "views", page: "2" }, everything()],
	[{ area: "attic", q: " ", locale: "fr", state: "lost", sort: "size" }, {}],
	[{ sort: "updated" }, {}],
])("%j lists %j", (query, filter) => {
	expect(filterOf(query)).toEqual(filter);
});

test("a filter survives the way into the address and back", () => {
	expect(addressOf(everything())).toBe("/admin/pages?area=docs&q=start&locale=zh&state=outdated&sort=views");
	expect(addressOf({})).toBe("/admin/pages");
});

test("an order leaves nothing out", () => {
	expect(isFiltering({ sort: "title" })).toBe(false);
	expect(isFiltering({ locale: "en" })).toBe(true);
});

function everything(): Filter {
	return { area: "docs", q: "start", locale: "zh", state: "outdated", sort: "views" };
}
