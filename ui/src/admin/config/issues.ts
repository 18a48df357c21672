// Issues that the server found in a site file, and their positions.
import type { ProblemError } from "@/shared/http/api";

export interface FileIssue {
	code: string;
	/** Line and column start at 1; columns are in UTF-16 code units, as in a text area. */
	line: number;
	column: number;
}

/** Returns the issues that have a position. Other errors, such as an invalid name, are omitted. */
export function issuesOf({ body, problem }: ProblemError): FileIssue[] {
	if (problem.status !== 422) return [];
	const document: unknown = JSON.parse(body);
	const errors = typeof document === "object" && document !== null && "errors" in document ? document.errors : [];
	return Array.isArray(errors) ? errors.filter(isFileIssue) : [];
}

function isFileIssue(error: unknown): error is FileIssue {
	if (typeof error !== "object" || error === null) return false;
	return "code" in error && "line" in error && "column" in error && typeof error.line === "number";
}

/** Returns the offsets of a position and of the end of its line. */
export function rangeOf(
	text: string,
	{ line, column }: Pick<FileIssue, "line" | "column">,
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

/** Returns the name of the JSON field at the position of an issue; undefined if there is no field. */
export function fieldAt(text: string, { code, ...position }: FileIssue): string | undefined {
	const [at] = rangeOf(text, position);
	const read = text.slice(0, at + 1);
	return (code === "unknown-field" ? lastWord : lastField).exec(read)?.[1];
}

const lastWord = /"((?:[^"\\]|\\.)*)"$/;
/** Matches a field and the start of its value at the end of a text: a string, number, word, or opening bracket. */
const lastField = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"?|[\w.+-]*|[[{])$/;
