import { expect, test } from "vitest";
import { fileBeside, relative } from "@/admin/pages/editor/address";

test.each([
	["zh/guide/start.md", "zh/guide/other.md", "./other.md"],
	["zh/guide/start.md", "zh/index.md", "../index.md"],
	["zh/index.md", "zh/guide/start.md", "./guide/start.md"],
	["zh/a/b/c.md", "zh/x/指南.md", "../../x/指南.md"],
	["zh/a.md", "zh/b (1).md", "./b%20%281%29.md"],
])("relative path from %s to %s is %s", (from, to, way) => {
	expect(relative(from, to)).toBe(way);
});

test.each([
	["docs/zh-CN/a.md", "docs/en/walk/two.mdx", "walk/two", "docs/zh-CN/walk/two.mdx"],
	["en/a.md", "zh/guide/README.md", "guide", "en/guide/README.md"],
	["en/a.md", "zh/index.md", "", "en/index.md"],
	// The path of the page differs from that of its file.
	["en/a.md", "zh/old.md", "new", undefined],
	["tools/en/a.md", "tools/zh/b.md", "tools/b", undefined],
	// A path has no language folder, or the language folders are at different positions.
	["guide/a.md", "zh/b.md", "b", undefined],
	["zh/a.md", "b.md", "b", undefined],
	["one/zh/a.md", "two/en/b.md", "b", undefined],
])("link in %s to the counterpart of %s (path `%s`) goes to %s", (own, file, path, beside) => {
	expect(fileBeside(own, { file, listed: { path } })).toBe(beside);
});
