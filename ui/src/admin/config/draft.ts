// Draft of a site file.
import type { ConfigValue } from "@/shared/http/types";

export interface Draft {
	body: string;
	/** Site file, in its published version, on which the draft is based. */
	from: ConfigValue | undefined;
}

/** Returns the stored draft; undefined if the value is invalid. */
export function draftOf(stored: unknown): Draft | undefined {
	if (typeof stored !== "object" || stored === null || !("body" in stored)) return undefined;
	const from = "from" in stored ? stored.from : undefined;
	if (typeof stored.body !== "string" || (from !== undefined && !isValue(from))) return undefined;
	return { body: stored.body, from };
}

export function isValue(value: unknown): value is ConfigValue {
	return typeof value === "object" && value !== null && "name" in value && "revision" in value;
}
