// Segment at the top of the window, and the scroll distance to its counterpart. The server numbers segments:
// counterparts have the same number, and segments without a counterpart have 0.

/** A rendered segment, with its edges relative to the top of the window. */
export interface Segment {
	number: number;
	top: number;
	bottom: number;
}

export interface ReadingPosition {
	number: number;
	/** Top edge, in pixels from the top of the window. */
	top: number;
	/** Top of the visible content, in pixels: the lower edge of a sticky header, or 0. */
	edge: number;
}

/** Minimum height in pixels that stays visible if a segment is shorter in the other language. */
const minVisibleHeight = 32;

/** Parses the `data-segment` attributes. An empty value means one more than the last number other than 0. */
export function numbersOf(values: string[]): number[] {
	let last = 0;
	return values.map((value) => {
		if (value === "0") return 0;
		last = value === "" ? last + 1 : Number(value);
		return last;
	});
}

/**
 * Returns the position of the innermost segment at the edge, else of the first segment below the edge, else of the last
 * segment. If that segment has no counterpart, uses the nearest segment above that has one; undefined if there is none.
 */
export function readingPositionAt(segments: Segment[], edge: number): ReadingPosition | undefined {
	const across = segments.findLastIndex(({ top, bottom }) => top <= edge + 1 && bottom > edge + 1);
	const below = segments.findIndex(({ top }) => top > edge);
	const at = across >= 0 ? across : below >= 0 ? below : segments.length - 1;
	const read = segments[at];
	if (read && read.number > 0) return { number: read.number, top: read.top, edge };
	const above = segments.slice(0, Math.max(at, 0)).findLast(({ number }) => number > 0);
	return above && { number: above.number, top: edge, edge };
}

/**
 * Returns the scroll distance, in pixels, that restores the position. If no segment has the stored number, uses the
 * segment with the next lower number; returns 0 if there is none.
 */
export function distanceTo({ number, top, edge }: ReadingPosition, segments: Segment[]): number {
	const before = segments.filter((segment) => segment.number > 0 && segment.number <= number);
	const nearest = before.sort((one, other) => other.number - one.number)[0];
	if (!nearest) return 0;
	const targetTop = nearest.number === number ? top : edge;
	return nearest.top - Math.max(targetTop, edge + minVisibleHeight - (nearest.bottom - nearest.top));
}
