import { expect, test } from "vitest";
import { distanceTo, numbersOf, type Place, placeAt, type Segment } from "@/app/place/place";

test.each<[name: string, values: string[], numbers: number[]]>([
	["in the order of the other language", ["", "", ""], [1, 2, 3]],
	["the title is no segment of the HTML", ["2", ""], [2, 3]],
	["one without a counterpart is not counted", ["", "0", ""], [1, 0, 2]],
	["moved ones have their number", ["3", "1", "", "4"], [3, 1, 2, 4]],
])("numbers of segments: %s", (_name, values, numbers) => {
	expect(numbersOf(values)).toEqual(numbers);
});

/** Consecutive segments from a position on, by number and height. */
function page(top: number, ...segments: [number: number, height: number][]): Segment[] {
	let at = top;
	return segments.map(([number, height]) => {
		const segment = { number, top: at, bottom: at + height };
		at += height + 20;
		return segment;
	});
}

const edge = 60;

test.each<[name: string, segments: Segment[], place: Place | undefined]>([
	["across the edge", page(-200, [1, 100], [2, 300], [3, 50]), { number: 2, top: -80, edge }],
	["between two the lower one", page(-50, [1, 100], [2, 300]), { number: 2, top: 70, edge }],
	["the first, below the title", page(200, [2, 100]), { number: 2, top: 200, edge }],
	["below the last", page(-500, [1, 100]), { number: 1, top: -500, edge }],
	["without a counterpart the nearest above", page(-500, [1, 100], [2, 50], [0, 900]), { number: 2, top: edge, edge }],
	["without any above the top of the page", page(-500, [0, 900], [1, 50]), undefined],
	[
		"the innermost of a list",
		[
			{ number: 1, top: -300, bottom: 900 },
			{ number: 2, top: -100, bottom: 400 },
			{ number: 3, top: 420, bottom: 900 },
		],
		{ number: 2, top: -100, edge },
	],
	["a page without segments", [], undefined],
])("the place read: %s", (_name, segments, place) => {
	expect(placeAt(segments, edge)).toEqual(place);
});

test.each<[name: string, place: Place, segments: Segment[], distance: number]>([
	["the counterpart is where the segment was", { number: 2, top: -80, edge }, page(500, [1, 100], [2, 300]), 700],
	["a shorter one stays in view", { number: 2, top: -500, edge }, page(0, [1, 100], [2, 100]), 120 - (60 + 32 - 100)],
	["moved", { number: 3, top: 70, edge }, page(0, [3, 10], [1, 10], [2, 10]), 0 - 82],
	["not there: the nearest before it", { number: 3, top: -80, edge }, page(500, [1, 80], [2, 80], [4, 80]), 540],
	["nothing there", { number: 3, top: -80, edge }, page(500, [0, 80], [4, 80]), 0],
])("the distance: %s", (_name, place, segments, distance) => {
	expect(distanceTo(place, segments)).toBe(distance);
});
