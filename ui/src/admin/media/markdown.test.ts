import { expect, test } from "vitest";
import { filterOf } from "@/admin/media/filter";
import { markdownOf } from "@/admin/media/markdown";
import { mediaFile } from "@/admin/media/testing";

const altText = { "zh-CN": "牌楼", "en-US": "A [gate]", decorative: false };

test.each([
	[mediaFile({ alt_text: altText }), "![A \\[gate\\]](/uploads/gate.png)"],
	[mediaFile({ alt_text: { ...altText, decorative: true } }), "![](/uploads/gate.png)"],
	[
		mediaFile({ alt_text: { ...altText, "en-US": "5 * 3 <b> `x` &lt;" } }),
		"![5 \\* 3 \\<b> \\`x\\` \\&lt;](/uploads/gate.png)",
	],
	[mediaFile({ path: "a b (1).png" }), "![](</a b (1).png>)"],
	[mediaFile({ path: "uploads/x.zip", class: "file" }), "[x.zip](/uploads/x.zip)"],
])("Markdown of a media file is an image or a link", (file, expected) => {
	expect(markdownOf(file, "en-US")).toBe(expected);
});

test("unknown value of a media filter is ignored", () => {
	expect(filterOf({ q: " a ", class: "toString", state: "unused", sort: "changed" })).toEqual({
		q: "a",
		state: "unused",
	});
});
