import type { Locale } from "@pailou/core";

/** Segments of one area in one language, by how they stand to the other language. */
export interface Status {
	locale: Locale;
	area: string;
	total: number;
	current: number;
	behind: number;
	missing: number;
	unreviewed: number;
	machine: number;
	as_of: number;
}
