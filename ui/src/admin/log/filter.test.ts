import { expect, test, vi } from "vitest";
import { dayErrors, type FilterFields, filterFieldsOf, filterOf } from "@/admin/log/filter";

test.each<[query: Record<string, string>, shown: FilterFields]>([
	[{}, {}],
	[{ actor: "ann", page: "2", nonsense: "x" }, { actor: "ann" }],
	[{ actor: " ", action: "login" }, { action: "login" }],
	[
		{ from: "2026-11-01", to: "2026-11-21" },
		{ from: "2026-11-01", to: "2026-11-21" },
	],
])("audit log filter %j is parsed as %j", (query, expected) => {
	expect(filterFieldsOf(query)).toEqual(expected);
});

test.each(["UTC", "Asia/Shanghai", "America/New_York"])("filter by day includes all hours of the day in %s", (zone) => {
	vi.stubEnv("TZ", zone);
	// In New York this day has 25 hours.
	const { from, to } = filterOf({ from: "2026-11-01", to: "2026-11-01" });
	expect(from).toBe(new Date(2026, 10, 1).getTime());
	expect(to).toBe(new Date(2026, 10, 2).getTime());
	expect((to ?? 0) - (from ?? 0)).toBe((zone === "America/New_York" ? 25 : 24) * 3_600_000);
	vi.unstubAllEnvs();
});

test.each(["yesterday", "2026-13-45", "2026-02-30", "2026-1-1", ""])("invalid day %j is ignored", (day) => {
	expect(filterOf({ from: day, to: day })).toEqual({});
});

test.each<[FilterFields, ReturnType<typeof dayErrors>]>([
	[{}, {}],
	[{ from: "2026-11-01", to: "2026-11-01" }, {}],
	[{ from: "2026-13-45" }, { from: "logNoDay" }],
	[{ from: "2026-11-01", to: "soon" }, { to: "logNoDay" }],
	[{ from: "2026-11-02", to: "2026-11-01" }, { to: "logEndsBefore" }],
])("dates of the filter %j have the errors %j", (query, errors) => {
	expect(dayErrors(query)).toEqual(errors);
});
