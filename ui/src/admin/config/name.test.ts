import { expect, test } from "vitest";
import { isName } from "@/admin/config/name";

test.each([
	["global_style.css", true],
	["messages.zh.json", true],
	["a-b.txt", true],
	["foo.exe", false],
	["Bad Name.json", false],
	["a.json\n", false],
	[`${"a".repeat(61)}.css`, false],
])("site file name %j is valid: %s", (name, expected) => {
	expect(isName(name)).toBe(expected);
});
