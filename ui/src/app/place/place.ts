// Which segment is at the top of the window, and where its counterpart has to be. The server numbers segments so that
// counterparts share their number; 0 is a segment without one.

/** A segment on the screen, in the order of the page: its edges from the top of the window. */
export interface Segment {
	number: number;
	top: number;
	bottom: number;
}

export interface Place {
	number: number;
	/** From the top of the window. */
	top: number;
	/** Where the window begins: below a header that stays. */
	edge: number;
}

/** So much of a segment stays in view that is shorter in the other language. */
const line = 32;

/** A segment's number is one more than that of the one before, unless its attribute has another. */
export function numbersOf(values: string[]): number[] {
	let last = 0;
	return values.map((value) => {
		if (value === "0") return 0;
		last = value === "" ? last + 1 : Number(value);
		return last;
	});
}

/** The innermost segment across the edge, or the first below; without a counterpart the nearest above that has one. */
export function placeAt(segments: Segment[], edge: number): Place | undefined {
	const across = segments.findLastIndex(({ top, bottom }) => top <= edge + 1 && bottom > edge + 1);
	const below = segments.findIndex(({ top }) => top > edge);
	const at = across >= 0 ? across : below >= 0 ? below : segments.length - 1;
	const read = segments[at];
	if (read && read.number > 0) return { number: read.number, top: read.top, edge };
	const above = segments.slice(0, Math.max(at, 0)).findLast(({ number }) => number > 0);
	return above && { number: above.number, top: edge, edge };
}

/** By how much to scroll so that the place is where it was. */
export function distanceTo({ number, top, edge }: Place, segments: Segment[]): number {
	const before = segments.filter((segment) => segment.number > 0 && segment.number <= number);
	const there = before.sort((one, other) => other.number - one.number)[0];
	if (!there) return 0;
	const wanted = there.number === number ? top : edge;
	return there.top - Math.max(wanted, edge + line - (there.bottom - there.top));
}
