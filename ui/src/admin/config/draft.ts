// Draft of a site file.
import type { ConfigValue } from "@/shared/http/types";

export interface Draft {
	body: string;
	/** Published version on which the draft is based; undefined if there was none. */
	from: ConfigValue | undefined;
}

/** Parses a stored draft; returns undefined if `stored` is not a valid draft. */
export function draftOf(stored: unknown): Draft | undefined {
	if (typeof stored !== "object" || stored === null || !("body" in stored)) return undefined;
	const from = "from" in stored ? stored.from : undefined;
	if (typeof stored.body !== "string" || (from !== undefined && !isValue(from))) return undefined;
	return { body: stored.body, from };
}

export function isValue(value: unknown): value is ConfigValue {
	return typeof value === "object" && value !== null && "name" in value && "revision" in value;
}
