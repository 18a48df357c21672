// Lint issues that the server found in a file, and their positions.
import type { ProblemError } from "@/shared/http/api";

export interface Finding {
	code: string;
	/** Both from 1; columns in UTF-16 code units, as those of a text area. */
	line: number;
	column: number;
}

/** Those with a place: others are about the whole. */
export function findingsOf({ body, problem }: ProblemError): Finding[] {
	if (problem.status !== 422) return [];
	const whole: unknown = JSON.parse(body);
	const errors = typeof whole === "object" && whole !== null && "errors" in whole ? whole.errors : [];
	return Array.isArray(errors) ? errors.filter(isFinding) : [];
}

function isFinding(error: unknown): error is Finding {
	if (typeof error !== "object" || error === null) return false;
	return "code" in error && "line" in error && "column" in error && typeof error.line === "number";
}

/** Where a place stands in a text, and where its line ends. */
export function rangeOf(
	text: string,
	{ line, column }: Pick<Finding, "line" | "column">,
): [start: number, end: number] {
	let start = 0;
	for (let above = 1; above < line; above++) {
		const end = text.indexOf("\n", start);
		if (end < 0) break;
		start = end + 1;
	}
	const end = text.indexOf("\n", start);
	const last = end < 0 ? text.length : end;
	return [Math.min(start + column - 1, last), last];
}

/** The field of a JSON text that a finding is about: the one that has just been read, or whose value has. */
export function fieldAt(text: string, { code, ...place }: Finding): string | undefined {
	const [at] = rangeOf(text, place);
	const read = text.slice(0, at + 1);
	return (code === "unknown-field" ? lastWord : lastField).exec(read)?.[1];
}

const lastWord = /"((?:[^"\\]|\\.)*)"$/;
/** With its value up to the place: nothing that ends a list or an object is between. */
const lastField = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"?|[\w.+-]*|[[{])$/;
