import type { Locale } from "@pailou/core";

/** How a translation stands to its source. */
export type State = "current" | "behind" | "missing" | "unreviewed" | "machine";

/** The same page in the other language. */
export interface Counterpart {
	locale: Locale;
	url: string;
	state: State;
}

/** A page in a list. */
export interface ListedPage {
	key: string;
	url: string;
	title: string;
	locale: Locale;
	updated_at: number;
	state: State;
	counterpart: Counterpart | null;
}

export interface Heading {
	id: string;
	level: number;
	text: string;
}

/** A place in the site, for previous, next and breadcrumbs. */
export interface Place {
	title: string;
	/** Null for a folder that has no page of its own. */
	url: string | null;
}

/** A segment whose counterpart has moved on since it was written. */
export interface BehindSegment {
	id: string;
	heading_id: string | null;
	kind: string;
}

/** One page, as it is read. */
export interface Page {
	key: string;
	url: string;
	asked: Locale;
	/** Of the text; differs from `asked` when there is no text in the language asked for. */
	locale: Locale;
	title: string;
	description: string;
	html: string;
	/** Absent when asked for with `markdown=false`. */
	markdown?: string;
	headings: Heading[];
	counterpart: Counterpart | null;
	behind: BehindSegment[];
	/** How many segments of the other language this text lacks. */
	missing: number;
	revision: string;
	updated_at: number;
	source_locale: Locale;
	previous: Place | null;
	next: Place | null;
	breadcrumbs: Place[];
	edit_url: string | null;
	reading_minutes: number;
}

/** A node of the navigation; only open branches carry children. */
export interface TreeNode {
	title: string;
	url: string | null;
	locale: Locale;
	current: boolean;
	open: boolean;
	children: TreeNode[];
}

export interface Tree {
	nodes: TreeNode[];
}

/** A section that holds the words searched for. */
export interface Hit {
	url: string;
	title: string;
	heading: string;
	locale: Locale;
	snippet: string;
	score: number;
	/** Pairs of a word asked for and how it stands in the text. */
	matched: [string, string][];
}
