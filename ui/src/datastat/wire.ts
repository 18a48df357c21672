export interface Summary {
	/** A day (UTC), such as 2026-11-21. */
	from: string;
	to: string;
	as_of: number;
	pageviews: number;
	visitors: number;
	visits: number;
	/** The most viewed pages. */
	pages: PageViews[];
}

export interface PageViews {
	path: string;
	pageviews: number;
}
