// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";

export type PageViews = {
	path: string;
	pageviews: number;
};

export type Summary = {
	from: string;
	to: string;
	as_of: number;
	pageviews: number;
	/** Unique visitors of each day, summed over the days. */
	visitors: number;
	/** Sittings: a pause of half an hour ends one. */
	visits: number;
	searches: number;
	/** Searches that found nothing. */
	searches_without_result: number;
	/** The ten most viewed pages. */
	pages: Array<PageViews>;
};

/** Words that readers looked for. */
export type SearchedWords = {
	words: string;
	locale: Locale;
	asked: number;
	/** Of these, how often nothing was found. */
	fruitless: number;
	/** The last day. */
	last: string;
};
