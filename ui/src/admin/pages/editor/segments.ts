// Current positions of segments during editing: the server's line numbers are those of the last save.
import type { DraftSegment } from "@/shared/http/types";

/** The lines of the saved text as lines of the present one. Between the first and the last change nothing is known. */
export interface Shift {
	/** Up to this line, counted from 1, both are the same. */
	head: number;
	/** From this line of the saved text on, both are the same. */
	tail: number;
	/** How many lines there are more, or fewer, before the tail. */
	by: number;
}

export function shiftOf(saved: string, now: string): Shift {
	if (saved === now) return { head: Number.POSITIVE_INFINITY, tail: Number.POSITIVE_INFINITY, by: 0 };
	const [before, after] = [saved.split("\n"), now.split("\n")];
	const shorter = Math.min(before.length, after.length);
	let head = 0;
	while (head < shorter && before[head] === after[head]) head += 1;
	let same = 0;
	while (same < shorter - head && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
	return { head, tail: before.length - same + 1, by: after.length - before.length };
}

/** Segments stretch over what was typed in them. */
export function placed(segments: DraftSegment[], { head, tail, by }: Shift): DraftSegment[] {
	if (by === 0) return segments;
	const first = (line: number) => (line >= tail ? line + by : Math.min(line, head + 1));
	const last = (line: number) => (line + 1 >= tail || line > head ? Math.max(line + by, head) : line);
	return segments.map((segment) => ({ ...segment, line: first(segment.line), end_line: last(segment.end_line) }));
}

/** A line of the saved text as one of the present text; none where it was changed. */
export function lineNow(line: number, { head, tail, by }: Shift): number | undefined {
	if (line <= head) return line;
	return line >= tail ? line + by : undefined;
}

export function segmentAt(segments: DraftSegment[], line: number): DraftSegment | undefined {
	return segments.find((segment) => segment.line <= line && line <= segment.end_line);
}

/** What the other language says there; for what it does not have, the place where it would stand. */
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

/** The section of a segment: its heading and all below it, subsections included; what is above the first heading. */
export function sectionAround(segments: DraftSegment[], { section }: DraftSegment): DraftSegment[] {
	const levelOf = ({ kind }: DraftSegment) => (kind.startsWith("heading-") ? Number(kind.slice("heading-".length)) : 7);
	const isHeading = (segment: DraftSegment) => levelOf(segment) < 7;
	const start = section === null ? 0 : segments.findIndex((there) => isHeading(there) && there.section === section);
	const heading = segments[start];
	if (!heading) return [];
	const own = section === null ? 6 : levelOf(heading);
	const after = segments.slice(start + 1).findIndex((there) => levelOf(there) <= own);
	if (section === null && isHeading(heading)) return [];
	return segments.slice(start, after < 0 ? undefined : start + 1 + after);
}
