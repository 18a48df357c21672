import { expect, test } from "vitest";
import { rovingIndex } from "@/shared/ui/rovingIndex";

test.each([
	["ArrowDown", 0, 3, 1],
	["ArrowDown", 2, 3, 0],
	["ArrowUp", 0, 3, 2],
	["ArrowUp", 0, 0, undefined],
	["a", 0, 3, undefined],
])("key %s at index %i of %i options selects index %s", (key, at, count, expected) => {
	expect(rovingIndex(key, at, count)).toBe(expected);
});
