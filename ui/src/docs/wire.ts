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
	/** The id of the same heading in the other language; on this page it leads here as well. */
	counterpart_id: string | null;
	/** Ids that the heading had before; they lead here as well. */
	earlier_ids: Array<string>;
};

/** What became of a piece of text. */
export type Edit = "same" | "old" | "new";

/** A place in the site, for previous, next and breadcrumbs. */
export type Place = {
	title: string;
	/** None for a folder that has no page of its own. */
	url: string | null;
};

/** A segment whose counterpart has moved on since it was written. */
export type OutdatedSegment = {
	id: string;
	/** Heading of the section it stands in. */
	heading_id: string | null;
	kind: string;
	/** What the other side did: `minor` (markup only), `major` or `removed`. */
	change: string;
	/** Both sides moved. */
	conflict: boolean;
	/** What changed in the other language since, as Markdown, in order; empty where it is not known. */
	pieces: Array<[Edit, string]>;
};

/** A section that only the other language has. */
export type MissingSection = {
	/** Of its heading there. */
	id: string;
	text: string;
};

/** What readers are told of a version. */
export type VersionState = "current" | "unreleased" | "maintained" | "ended";

/** A page in a version. */
export type VersionPlace = {
	/** As in addresses; empty for the pages of today where they have no name. */
	name: string;
	/** As readers see it; as empty as the name. */
	label: string;
	state: VersionState;
	url: string;
	/** False where the version has no such page: the address is that of the nearest one above it. */
	has_page: boolean;
};

/** A version of the documentation. */
export type Version = {
	/** As in addresses; empty for the pages of today where they have no name. */
	name: string;
	/** As readers see it; as empty as the name. */
	label: string;
	state: VersionState;
	released_at: number | null;
	/** Of its first page. */
	url: string;
};

export type PageCommit = {
	id: string;
	/** Name of the Git source. */
	source: string;
	/** In the repository. */
	file: string;
	/** Where the host of the repository shows it. */
	url: string | null;
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
	/** Safe HTML, without the page's title. What is outdated is in `<div class="outdated">`, and behind that is `<template data-outdated="0 2">` with its numbers in `outdated`. */
	html: string;
	/** The source, unless `markdown=false` was asked. */
	markdown?: string;
	headings: Array<Heading>;
	counterpart: Counterpart | null;
	outdated: Array<OutdatedSegment>;
	/** How many segments of the other language this text lacks. */
	not_translated: number;
	/** The sections that only the other language has, in its order; those within them are not named. */
	missing_sections: Array<MissingSection>;
	revision: string;
	updated_at: number;
	/** Who wrote it, the last one first. Files that do not come from Git have no authors. */
	authors: Array<string>;
	source_locale: Locale;
	previous: Place | null;
	next: Place | null;
	breadcrumbs: Array<Place>;
	edit_url: string | null;
	/** The last change of its file, where it comes from Git. */
	commit: PageCommit | null;
	reading_minutes: number;
	/** Name of the old version that the page is of; none for a page of today. */
	version: string | null;
	/** Where the page stands in each version; empty where there is only one. */
	versions: Array<VersionPlace>;
};

/** How both sides of a row stand to each other. */
export type RowState = "up_to_date" | "outdated" | "ahead" | "same" | "copied" | "not_translated" | "alone" | "not_aligned";

export type OtherHtml = {
	locale: Locale;
	/** Safe HTML, without ids. */
	html: string;
};

/** Blocks that belong together. */
export type ParallelRow = {
	/** Segments in it: of the text that is read, or else of the other one. */
	segments: Array<string>;
	/** Safe HTML; empty where only the other language says something. */
	html: string;
	other: OtherHtml | null;
	state: RowState;
};

export type OtherText = {
	locale: Locale;
	title: string;
	url: string;
};

/** A page in both languages beside each other. */
export type Parallel = {
	locale: Locale;
	/** The page in the other language, if there is one. */
	other: OtherText | null;
	/** In the order of the text that is read. */
	rows: Array<ParallelRow>;
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
	/** How many more sections of its page were found than are in this list. */
	more: number;
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
