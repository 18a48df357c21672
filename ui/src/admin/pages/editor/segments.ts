// Current line numbers of segments during editing. The server returns the line numbers in the last saved text.
import type { DraftSegment } from "@/shared/http/types";

/**
 * Mapping of lines of the saved text to lines of the current text. Lines from the first to the last change are not
 * mapped.
 */
export interface LineMapping {
	/** Last line, counted from 1, before the first change. */
	head: number;
	/** First line of the saved text after the last change. */
	tail: number;
	/** Number of lines that were added between head and tail; negative if lines were removed. */
	lineDelta: number;
}

export function lineMapping(saved: string, now: string): LineMapping {
	if (saved === now) return { head: Number.POSITIVE_INFINITY, tail: Number.POSITIVE_INFINITY, lineDelta: 0 };
	const [before, after] = [saved.split("\n"), now.split("\n")];
	const shorter = Math.min(before.length, after.length);
	let head = 0;
	while (head < shorter && before[head] === after[head]) head += 1;
	let same = 0;
	while (same < shorter - head && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
	return { head, tail: before.length - same + 1, lineDelta: after.length - before.length };
}

/** Segments with their current lines. A segment includes the lines that were inserted in it. */
export function withCurrentLines(segments: DraftSegment[], { head, tail, lineDelta: by }: LineMapping): DraftSegment[] {
	if (by === 0) return segments;
	const first = (line: number) => (line >= tail ? line + by : Math.min(line, head + 1));
	const last = (line: number) => (line + 1 >= tail || line > head ? Math.max(line + by, head) : line);
	return segments.map((segment) => ({ ...segment, line: first(segment.line), end_line: last(segment.end_line) }));
}

/** Maps a line of the saved text to a line of the current text; undefined if the line was changed. */
export function currentLine(line: number, { head, tail, lineDelta: by }: LineMapping): number | undefined {
	if (line <= head) return line;
	return line >= tail ? line + by : undefined;
}

export function segmentAt(segments: DraftSegment[], line: number): DraftSegment | undefined {
	return segments.find((segment) => segment.line <= line && line <= segment.end_line);
}

/**
 * Returns the counterpart of a segment in the other language. If the segment has none, returns the counterpart of the
 * nearest segment above that has one, and `isExact` is false.
 */
export function counterpartOf(
	segments: DraftSegment[],
	segment: DraftSegment,
	others: DraftSegment[],
): { segment: DraftSegment; isExact: boolean } | undefined {
	const exact = inOther(segment, others);
	if (exact) return { segment: exact, isExact: true };
	const before = segments.slice(0, segments.indexOf(segment)).reverse();
	for (const earlier of before) {
		const near = inOther(earlier, others);
		if (near) return { segment: near, isExact: false };
	}
	return undefined;
}

function inOther({ counterparts }: DraftSegment, others: DraftSegment[]): DraftSegment | undefined {
	return others.find(({ id }) => counterparts.includes(id));
}

/**
 * Returns the section of a segment: the heading and all segments below it, including subsections; or the segments above
 * the first heading.
 */
export function sectionAround(segments: DraftSegment[], { section }: DraftSegment): DraftSegment[] {
	const levelOf = ({ kind }: DraftSegment) => (kind.startsWith("heading-") ? Number(kind.slice("heading-".length)) : 7);
	const isHeading = (segment: DraftSegment) => levelOf(segment) < 7;
	const start =
		section === null ? 0 : segments.findIndex((segment) => isHeading(segment) && segment.section === section);
	const heading = segments[start];
	if (!heading) return [];
	const own = section === null ? 6 : levelOf(heading);
	const after = segments.slice(start + 1).findIndex((segment) => levelOf(segment) <= own);
	if (section === null && isHeading(heading)) return [];
	return segments.slice(start, after < 0 ? undefined : start + 1 + after);
}
