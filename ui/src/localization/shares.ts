// Segment counts as adjacent parts of a bar of 100 units, rounded to 0.1 unit. The parts add up to the whole bar.
// Machine-translated segments are included in the segments that are not reviewed.
import type { Status, TextState } from "@/shared/http/types";

export const states = [
	"up_to_date",
	"not_reviewed",
	"not_aligned",
	"outdated",
	"not_translated",
] as const satisfies TextState[];

export type Counts = Pick<Status, "total" | (typeof states)[number]>;

export interface Share {
	state: (typeof states)[number];
	count: number;
	start: number;
	size: number;
}

export function sharesOf(status: Counts): Share[] {
	const whole = Math.max(
		1,
		states.reduce((sum, state) => sum + status[state], 0),
	);
	const shares: Share[] = [];
	let before = 0;
	for (const state of states) {
		const count = status[state];
		const start = Math.round((before / whole) * 1000) / 10;
		before += count;
		const size = Math.round((before / whole) * 1000) / 10 - start;
		if (count > 0) shares.push({ state, count, start, size });
	}
	return shares;
}
