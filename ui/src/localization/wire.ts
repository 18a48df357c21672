// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";

/** Segments of one area in one language, by translation state. Each counts once, in this order: not translated, not aligned, outdated, not reviewed, up to date. These five add up to `total`. */
export type Status = {
	locale: Locale;
	area: string;
	/** Segments that there should be. */
	total: number;
	up_to_date: number;
	outdated: number;
	not_translated: number;
	not_aligned: number;
	/** Those translated by a machine are among them. */
	not_reviewed: number;
	machine_translated: number;
	as_of: number;
};

export type Decision = "accept" | "reject" | "forget";

export type DictionaryTranslation = {
	term: string;
	written: string;
	/** From 0, for one that was rejected, to 1. */
	probability: number;
	decision: Decision | null;
};

/** A word with its translations, likeliest first. */
export type DictionaryRow = {
	locale: Locale;
	/** As the search has it: folded, and in English by its stem. */
	term: string;
	/** As it stands in texts. */
	written: string;
	/** In how many sections. */
	used: number;
	locked: boolean;
	translations: Array<DictionaryTranslation>;
};

export type DictionaryPair = {
	zh: string;
	en: string;
	decision: Decision;
};

export type WordLock = {
	locale: string;
	term: string;
	locked: boolean;
};

/** Two sentences that say the same. */
export type Evidence = {
	zh: string;
	en: string;
};
