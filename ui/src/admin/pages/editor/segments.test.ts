import { expect, test } from "vitest";
import { counterpartOf, currentLine, lineMapping, segmentAt, withCurrentLines } from "@/admin/pages/editor/segments";
import { segment } from "@/admin/pages/testing";

// A heading on line 1, paragraphs on 3 and 5 to 6.
const saved = "# A\n\none\n\ntwo\nmore\n";
const segments = [segment("a", 1, 2), segment("b", 3, 4), segment("c", 5, 7)];

test.each<[name: string, now: string, lines: [number, number][]]>([
	[
		"unchanged text",
		saved,
		[
			[1, 2],
			[3, 4],
			[5, 7],
		],
	],
	[
		"changed line",
		"# A\n\none!\n\ntwo\nmore\n",
		[
			[1, 2],
			[3, 4],
			[5, 7],
		],
	],
	[
		"inserted line in a paragraph",
		"# A\n\none\nand\n\ntwo\nmore\n",
		[
			[1, 2],
			[3, 5],
			[6, 8],
		],
	],
	[
		"deleted line",
		"# A\n\none\n\ntwo\n",
		[
			[1, 2],
			[3, 4],
			[5, 6],
		],
	],
	[
		"inserted lines at the start",
		"x\n\n# A\n\none\n\ntwo\nmore\n",
		[
			[3, 4],
			[5, 6],
			[7, 9],
		],
	],
	[
		"deleted paragraph",
		"# A\n\ntwo\nmore\n",
		[
			[1, 2],
			[3, 2],
			[3, 5],
		],
	],
])("lines of the segments are updated after a change: %s", (_name, now, lines) => {
	const found = withCurrentLines(segments, lineMapping(saved, now)).map(({ line, end_line }) => [line, end_line]);
	expect(found).toEqual(lines);
});

test("line of the saved text maps to its current line unless it was changed", () => {
	const shift = lineMapping(saved, "# A\n\none\n\nnew\n\ntwo!\nmore\n");
	expect([1, 3, 5, 6].map((line) => currentLine(line, shift))).toEqual([1, 3, undefined, 8]);
	expect(currentLine(5, lineMapping(saved, saved))).toBe(5);
});

test("segment at a line is the segment that contains the line, if any", () => {
	expect([1, 4, 6].map((line) => segmentAt(segments, line)?.id)).toEqual(["a", "b", "c"]);
	expect(segmentAt([segment("a", 4, 9)], 2)).toBeUndefined();
});

test("segment without counterpart uses the counterpart of a segment above", () => {
	const own = [segment("a", 1, 2, { counterparts: ["x"] }), segment("b", 3, 4), segment("c", 5, 6)];
	const others = [segment("x", 1, 2, { counterparts: ["a"] }), segment("y", 3, 4)];
	const [a, b, c] = own;
	expect(a && counterpartOf(own, a, others)).toEqual({ segment: others[0], isExact: true });
	expect(b && counterpartOf(own, b, others)).toEqual({ segment: others[0], isExact: false });
	expect(c && counterpartOf([c], c, others)).toBeUndefined();
});
