// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";
import type { Counterpart, TextState } from "@/shared/wire";

/** A page in a list. */
export type ListedPage = {
	key: string;
	url: string;
	title: string;
	locale: Locale;
	updated_at: number;
	state: TextState;
	counterpart: Counterpart | null;
};

export type Heading = {
	id: string;
	level: number;
	text: string;
};

/** A place in the site, for previous, next and breadcrumbs. */
export type Place = {
	title: string;
	/** None for a folder that has no page of its own. */
	url: string | null;
};

/** A segment whose counterpart has moved on since it was written. */
export type BehindSegment = {
	id: string;
	/** Heading of the section it stands in. */
	heading_id: string | null;
	kind: string;
	/** What the other side did: `minor` (markup only), `major` or `removed`. */
	change: string;
	/** Both sides moved. */
	conflict: boolean;
};

/** One page, as it is read. */
export type Page = {
	key: string;
	url: string;
	/** The language asked for; `locale` is that of the text, and differs when there is no text in the language asked for. */
	asked: Locale;
	locale: Locale;
	title: string;
	description: string;
	/** Safe HTML, without the page's title. */
	html: string;
	/** The source, unless `markdown=false` was asked. */
	markdown?: string;
	headings: Array<Heading>;
	counterpart: Counterpart | null;
	behind: Array<BehindSegment>;
	/** How many segments of the other language this text lacks. */
	missing: number;
	revision: string;
	updated_at: number;
	/** Who wrote its revisions, the last one first; files have no authors. */
	authors: Array<string>;
	source_locale: Locale;
	previous: Place | null;
	next: Place | null;
	breadcrumbs: Array<Place>;
	edit_url: string | null;
	reading_minutes: number;
};

/** A node of the navigation; only open branches carry children. */
export type TreeNode = {
	title: string;
	url: string | null;
	/** Language of the title: differs from the one asked for where a page is not translated. */
	locale: Locale;
	current: boolean;
	open: boolean;
	children: Array<TreeNode>;
};

export type Tree = {
	nodes: Array<TreeNode>;
};

/** A section that holds the words searched for. */
export type Hit = {
	url: string;
	title: string;
	heading: string;
	locale: Locale;
	snippet: string;
	/** What to mark in the snippet: from and to, in UTF-16 code units. */
	marks: Array<[number, number]>;
	score: number;
	/** Pairs of a word asked for and how it stands in the text. */
	matched: Array<[string, string]>;
};

/** What a reader says of a page. */
export type Feedback = {
	/** Chosen at random by the sender. Sent again it replaces what was said; without one, every time counts. */
	id?: string;
	/** Address of the page, such as /index/zh/docs/guide/start. */
	url: string;
	/** Whether it helped: `yes` or `no`. */
	answer: string;
	/** A sentence more. */
	comment?: string;
	/** `revision` of the page as it was read; the published one when absent or not known. */
	revision?: string;
};
