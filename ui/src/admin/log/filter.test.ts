import { expect, test } from "vitest";
import { faultsOf, filterOf, type Shown, shownOf } from "@/admin/log/filter";

test.each<[query: Record<string, string>, shown: Shown]>([
	[{}, {}],
	[{ who: "ann", page: "2", nonsense: "x" }, { who: "ann" }],
	[{ who: " ", action: "login" }, { action: "login" }],
	[
		{ from: "2026-11-01", to: "2026-11-21" },
		{ from: "2026-11-01", to: "2026-11-21" },
	],
])("%j shows %j", (query, shown) => {
	expect(shownOf(query)).toEqual(shown);
});

test("a day is in it from its start to that of the next, in UTC", () => {
	const { from, to } = filterOf({ from: "2026-11-01", to: "2026-11-01" });
	expect(new Date(from ?? 0).toISOString()).toBe("2026-11-01T00:00:00.000Z");
	expect(new Date(to ?? 0).toISOString()).toBe("2026-11-02T00:00:00.000Z");
});

test.each(["yesterday", "2026-13-45", "2026-02-30", "2026-1-1", ""])("%j is no day", (day) => {
	expect(filterOf({ from: day, to: day })).toEqual({});
});

test.each<[Shown, ReturnType<typeof faultsOf>]>([
	[{}, {}],
	[{ from: "2026-11-01", to: "2026-11-01" }, {}],
	[{ from: "2026-13-45" }, { from: "logNoDay" }],
	[{ from: "2026-11-01", to: "soon" }, { to: "logNoDay" }],
	[{ from: "2026-11-02", to: "2026-11-01" }, { to: "logEndsBefore" }],
])("what is wrong with %j", (shown, faults) => {
	expect(faultsOf(shown)).toEqual(faults);
});
