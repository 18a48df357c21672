import { expect, test } from "vitest";
import { relative } from "@/admin/pages/editor/address";

test.each([
	["zh/guide/start.md", "zh/guide/other.md", "./other.md"],
	["zh/guide/start.md", "zh/index.md", "../index.md"],
	["zh/index.md", "zh/guide/start.md", "./guide/start.md"],
	["zh/a/b/c.md", "zh/x/指南.md", "../../x/指南.md"],
	["zh/a.md", "zh/b (1).md", "./b%20%281%29.md"],
])("from %s to %s it is %s", (from, to, way) => {
	expect(relative(from, to)).toBe(way);
});
