// Segment at the top of the window, and the position of its counterpart. The server numbers segments so that
// counterparts have the same number; segments without counterpart have 0.

/** A rendered segment, in document order, with its edges relative to the top of the window. */
export interface Segment {
	number: number;
	top: number;
	bottom: number;
}

export interface Place {
	number: number;
	/** Top edge, relative to the top of the window. */
	top: number;
	/** Top of the visible content: below a sticky header. */
	edge: number;
}

/** Minimum visible height of a segment that is shorter in the other language, in pixels. */
const line = 32;

/** Returns the numbers of the segments from their attributes. A segment without a value has the next number. */
export function numbersOf(values: string[]): number[] {
	let last = 0;
	return values.map((value) => {
		if (value === "0") return 0;
		last = value === "" ? last + 1 : Number(value);
		return last;
	});
}

/**
 * Returns the innermost segment at the edge, or else the first one below; if it has no counterpart, the nearest one
 * above that has one.
 */
export function placeAt(segments: Segment[], edge: number): Place | undefined {
	const across = segments.findLastIndex(({ top, bottom }) => top <= edge + 1 && bottom > edge + 1);
	const below = segments.findIndex(({ top }) => top > edge);
	const at = across >= 0 ? across : below >= 0 ? below : segments.length - 1;
	const read = segments[at];
	if (read && read.number > 0) return { number: read.number, top: read.top, edge };
	const above = segments.slice(0, Math.max(at, 0)).findLast(({ number }) => number > 0);
	return above && { number: above.number, top: edge, edge };
}

/** Returns the scroll distance, in pixels, that restores the position. */
export function distanceTo({ number, top, edge }: Place, segments: Segment[]): number {
	const before = segments.filter((segment) => segment.number > 0 && segment.number <= number);
	const nearest = before.sort((one, other) => other.number - one.number)[0];
	if (!nearest) return 0;
	const targetTop = nearest.number === number ? top : edge;
	return nearest.top - Math.max(targetTop, edge + line - (nearest.bottom - nearest.top));
}
