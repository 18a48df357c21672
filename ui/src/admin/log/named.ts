// Field names for audit log values that the server records without names. No React, no messages.
import type { LogEntry } from "@/shared/http/types";

export type Fields = Record<string, unknown>;

/** Assigns field names to the parts of a value; returns undefined for a value in another format. */
type FieldNames = (value: unknown, subject: string) => Fields | undefined;

const whole =
	(name: string): FieldNames =>
	(value) => ({ [name]: value });

const parts =
	(...names: string[]): FieldNames =>
	(value) =>
		Array.isArray(value) && value.length === names.length
			? Object.fromEntries(names.map((name, at) => [name, value[at]]))
			: undefined;

const verdictsOf: FieldNames = (value) => {
	const pairs = pairsOf(value);
	return pairs && { verdicts: pairs.map(([, verdict]) => verdict) };
};

const textsOf: FieldNames = (value) => {
	const pairs = pairsOf(value);
	return pairs && Object.fromEntries(pairs);
};

const hookOf: FieldNames = (value, subject) => {
	// A number is the HTTP status of the receiver's last response.
	if (typeof value === "number") return { status: value };
	const fields = parts("events", "is_on")(value, subject);
	return fields && { endpoint: subject, ...fields };
};

/** Older entries contain the permissions as one string, separated by spaces. */
const permissionsOf: FieldNames = (value) => ({
	permissions: typeof value === "string" ? value.split(" ") : value,
});

const version = { before: whole("version"), after: whole("version") };
const hash = { before: whole("hash"), after: whole("hash") };

const fieldNames: Record<string, { before?: FieldNames; after?: FieldNames }> = {
	"backed-up": { after: parts("rows", "files") },
	"config-confirmed": version,
	"config-published": version,
	"config-removed": version,
	"config-reverted": version,
	"config-scheduled": version,
	"config-unscheduled": version,
	exported: { after: whole("files") },
	imported: { after: parts("new", "changed") },
	"invitation-accepted": { after: whole("role") },
	"media-added": hash,
	"media-removed": hash,
	"media-replaced": hash,
	"page-deleted": { before: textsOf },
	"segments-decided": { after: verdictsOf },
	"token-made": { after: permissionsOf },
	"webhook-added": { after: whole("events") },
	"webhook-changed": { before: parts("endpoint", "is_on"), after: hookOf },
};

/**
 * Fields of an entry before or after the change: empty if there was no value, undefined if the names of its fields are
 * unknown.
 */
export function fieldsOf(
	{ action, subject, ...sides }: Pick<LogEntry, "action" | "subject" | "before" | "after">,
	side: "before" | "after",
): Fields | undefined {
	const json = sides[side];
	if (isEmptyValue(json)) return {};
	try {
		const value: unknown = JSON.parse(json);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
		const namesOfSide = Object.hasOwn(fieldNames, action) ? fieldNames[action]?.[side] : undefined;
		return namesOfSide?.(value, subject);
	} catch {
		return undefined;
	}
}

export function isEmptyValue(json: string | null): json is null | "null" {
	return json === null || json === "null";
}

function pairsOf(value: unknown): [string, unknown][] | undefined {
	const isPair = (one: unknown): one is [string, unknown] =>
		Array.isArray(one) && one.length === 2 && typeof one[0] === "string";
	return Array.isArray(value) && value.every(isPair) ? value : undefined;
}
