import { expect, test } from "vitest";
import { isLimited } from "@/admin/media/limited";

test.each<[locales: string[], areas: string[], expected: boolean]>([
	[[], [], false],
	[["zh", "en"], ["landing", "docs"], false],
	[["zh"], [], true],
	[[], ["docs"], true],
])("access scope of languages %j and areas %j is limited: %s", (locales, areas, expected) => {
	expect(isLimited({ locales, areas })).toBe(expected);
});
