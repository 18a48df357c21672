import { expect, test } from "vitest";
import { mayChoose, mayEditWhole } from "@/admin/pages/limits";
import type { User } from "@/shared/http/types";
import { isWithin } from "@/shared/limits";

const user = (more: Partial<User> = {}) =>
	({ permissions: ["pages-edit"], locales: [], areas: [], ...more }) as unknown as User;

test.each<[limits: Partial<User>, area: string, segment: "zh" | "en", isWithin: boolean]>([
	[{}, "docs", "zh", true],
	[{ locales: ["zh"] }, "docs", "zh", true],
	[{ locales: ["zh"] }, "docs", "en", false],
	[{ areas: ["docs"] }, "news", "en", false],
	[{ areas: ["landing"] }, "news", "en", true],
])("access scope %j allows %s in %s: %s", (limits, area, segment, expected) => {
	expect(isWithin(user(limits), area, segment)).toBe(expected);
});

test("whole page is editable only with access to each language", () => {
	const page = { area: "docs", zh: {}, en: {} };
	expect(mayEditWhole(user(), page)).toBe(true);
	expect(mayEditWhole(user({ locales: ["zh"] }), page)).toBe(false);
	expect(mayEditWhole(user({ locales: ["zh"] }), { ...page, en: null })).toBe(true);
	expect(mayEditWhole(user({ permissions: ["translations-edit"] }), page)).toBe(false);
});

test("page is selectable with access to one listed language", () => {
	const page = { area: "docs", zh: {}, en: {} };
	expect(mayChoose(user(), page)).toBe(true);
	expect(mayChoose(user(), { ...page, en: null }, "en")).toBe(true);
	expect(mayChoose(user({ locales: ["zh"] }), page)).toBe(true);
	expect(mayChoose(user({ locales: ["zh"] }), page, "en")).toBe(false);
	expect(mayChoose(user({ locales: ["en"] }), { ...page, en: null })).toBe(false);
	expect(mayChoose(user({ areas: ["news"] }), page)).toBe(false);
	expect(mayChoose(user({ permissions: ["pages-read"] }), page)).toBe(false);
});
