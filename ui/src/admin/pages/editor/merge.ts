// Line-based three-way merge of two changes of a text, and the difference between two texts.
import { diff3Merge, diffComm } from "node-diff3";

export interface Merged {
	text: string;
	isClean: boolean;
}

/**
 * Side that replaces the lines that both sides have changed. `both` inserts both sides between conflict markers, which
 * the lint rule `merge-mark` reports.
 */
export type Choice = "ours" | "theirs" | "both";

export function merge(base: string, ours: string, theirs: string, choice: Choice = "both"): Merged {
	const regions = diff3Merge(lines(ours), lines(base), lines(theirs), { excludeFalseConflicts: true });
	const isClean = regions.every(({ conflict }) => !conflict);
	const merged = regions.flatMap(({ ok, conflict }) => {
		if (!conflict) return ok ?? [];
		if (choice === "both") return ["<<<<<<< ours", ...conflict.a, "=======", ...conflict.b, ">>>>>>> theirs"];
		return choice === "ours" ? conflict.a : conflict.b;
	});
	return { text: merged.join("\n"), isClean };
}

export interface Line {
	kind: "same" | "old" | "new" | "skipped";
	text: string;
	/** Number of lines that are not shown. */
	skipped: number;
}

/**
 * Line differences of two texts, with `around` unchanged lines before and after each change. Other unchanged lines are
 * skipped, unless only one line would be skipped.
 */
export function difference(before: string, after: string, around = 2): Line[] {
	const parts = diffComm(lines(before), lines(after));
	return parts.flatMap(({ common, buffer1, buffer2 }, index) => {
		if (!common) return [...linesOf("old", buffer1), ...linesOf("new", buffer2)];
		const head = index === 0 ? 0 : around;
		const tail = index === parts.length - 1 ? 0 : around;
		const skipped = common.length - head - tail;
		if (skipped < 2) return linesOf("same", common);
		return [
			...linesOf("same", common.slice(0, head)),
			{ kind: "skipped" as const, text: "", skipped },
			...linesOf("same", common.slice(common.length - tail)),
		];
	});
}

function linesOf(kind: Line["kind"], texts: string[] = []): Line[] {
	return texts.map((text) => ({ kind, text, skipped: 0 }));
}

function lines(text: string): string[] {
	return text.split("\n");
}
