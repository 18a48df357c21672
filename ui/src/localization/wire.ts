// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";

/** Segments of one area in one language, by how they stand to the other language. */
export type Status = {
	locale: Locale;
	area: string;
	/** Segments that there should be. */
	total: number;
	current: number;
	behind: number;
	missing: number;
	unreviewed: number;
	machine: number;
	as_of: number;
};
