// Generated from the server's `wire.rs`: change it there, then run `just accept`.

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
	/** The ten most viewed pages. */
	pages: Array<PageViews>;
};
