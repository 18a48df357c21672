import { expect, test } from "vitest";
import { mayEditWhole } from "@/admin/pages/limits";
import { isWithin } from "@/shared/limits";
import type { User } from "@/shared/wire";

const user = (more: Partial<User> = {}) =>
	({ may: ["pages-edit"], locales: [], areas: [], ...more }) as unknown as User;

test.each<[limits: Partial<User>, area: string, segment: "zh" | "en", isWithin: boolean]>([
	[{}, "docs", "zh", true],
	[{ locales: ["zh"] }, "docs", "zh", true],
	[{ locales: ["zh"] }, "docs", "en", false],
	[{ areas: ["docs"] }, "news", "en", false],
	[{ areas: ["landing"] }, "news", "en", true],
])("%j: %s in %s", (limits, area, segment, expected) => {
	expect(isWithin(user(limits), area, segment)).toBe(expected);
});

test("a page is changed as a whole by whoever may change each of its languages", () => {
	const page = { area: "docs", zh: {}, en: {} };
	expect(mayEditWhole(user(), page)).toBe(true);
	expect(mayEditWhole(user({ locales: ["zh"] }), page)).toBe(false);
	expect(mayEditWhole(user({ locales: ["zh"] }), { ...page, en: null })).toBe(true);
	expect(mayEditWhole(user({ may: ["translations-edit"] }), page)).toBe(false);
});
