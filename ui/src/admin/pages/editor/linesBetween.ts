import type { ShownLine } from "@/admin/pages/editor/Lines";
import { difference } from "@/admin/pages/editor/merge";

/** Line differences of two texts, in the format of `Lines`. */
export function linesBetween(before: string, after: string): ShownLine[] {
	return difference(before, after).map(({ kind, text, skipped }) => ({
		kind,
		skipped,
		pieces: [[kind === "skipped" ? "same" : kind, text]],
	}));
}
