// Draft of a site file.
import type { ConfigValue } from "@/shared/http/types";

export interface Draft {
	body: string;
	/** Site file, in its published version, on which the draft is based. */
	from: ConfigValue | undefined;
}

/** Returns the stored draft; undefined if the value is invalid. */
export function draftOf(kept: unknown): Draft | undefined {
	if (typeof kept !== "object" || kept === null || !("body" in kept)) return undefined;
	const from = "from" in kept ? kept.from : undefined;
	if (typeof kept.body !== "string" || (from !== undefined && !isValue(from))) return undefined;
	return { body: kept.body, from };
}

export function isValue(value: unknown): value is ConfigValue {
	return typeof value === "object" && value !== null && "name" in value && "revision" in value;
}
