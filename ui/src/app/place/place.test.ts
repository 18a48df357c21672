import { expect, test } from "vitest";
import { distanceTo, numbersOf, type ReadingPosition, readingPositionAt, type Segment } from "@/app/place/place";

test.each<[name: string, values: string[], numbers: number[]]>([
	["same order as in the other language", ["", "", ""], [1, 2, 3]],
	["title is not in the HTML", ["2", ""], [2, 3]],
	["segment without counterpart is not counted", ["", "0", ""], [1, 0, 2]],
	["moved segments have explicit numbers", ["3", "1", "", "4"], [3, 1, 2, 4]],
])("segments are numbered: %s", (_name, values, numbers) => {
	expect(numbersOf(values)).toEqual(numbers);
});

/** Creates consecutive segments with these numbers and heights, the first one at `top`. */
function page(top: number, ...segments: [number: number, height: number][]): Segment[] {
	let at = top;
	return segments.map(([number, height]) => {
		const segment = { number, top: at, bottom: at + height };
		at += height + 20;
		return segment;
	});
}

const edge = 60;

test.each<[name: string, segments: Segment[], place: ReadingPosition | undefined]>([
	["segment at the edge", page(-200, [1, 100], [2, 300], [3, 50]), { number: 2, top: -80, edge }],
	["lower segment if the edge is between two segments", page(-50, [1, 100], [2, 300]), { number: 2, top: 70, edge }],
	["first segment below the title", page(200, [2, 100]), { number: 2, top: 200, edge }],
	["last segment above the edge", page(-500, [1, 100]), { number: 1, top: -500, edge }],
	[
		"nearest aligned segment above an unaligned segment",
		page(-500, [1, 100], [2, 50], [0, 900]),
		{ number: 2, top: edge, edge },
	],
	["undefined if no segment above has a counterpart", page(-500, [0, 900], [1, 50]), undefined],
	[
		"innermost list item",
		[
			{ number: 1, top: -300, bottom: 900 },
			{ number: 2, top: -100, bottom: 400 },
			{ number: 3, top: 420, bottom: 900 },
		],
		{ number: 2, top: -100, edge },
	],
	["undefined in a page without segments", [], undefined],
])("reading position is found: %s", (_name, segments, place) => {
	expect(readingPositionAt(segments, edge)).toEqual(place);
});

test.each<[name: string, place: ReadingPosition, segments: Segment[], distance: number]>([
	[
		"counterpart moves to the position of the segment",
		{ number: 2, top: -80, edge },
		page(500, [1, 100], [2, 300]),
		700,
	],
	[
		"shorter counterpart stays in view",
		{ number: 2, top: -500, edge },
		page(0, [1, 100], [2, 100]),
		120 - (60 + 32 - 100),
	],
	["counterpart in another order", { number: 3, top: 70, edge }, page(0, [3, 10], [1, 10], [2, 10]), 0 - 82],
	[
		"to the nearest segment above a missing counterpart",
		{ number: 3, top: -80, edge },
		page(500, [1, 80], [2, 80], [4, 80]),
		540,
	],
	["no segment to scroll to", { number: 3, top: -80, edge }, page(500, [0, 80], [4, 80]), 0],
])("scroll distance is computed: %s", (_name, place, segments, distance) => {
	expect(distanceTo(place, segments)).toBe(distance);
});
