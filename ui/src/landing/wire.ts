// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";
import type { Counterpart } from "@/shared/wire";

/** What a block is, by its `block` in front matter. */
export type BlockKind = "hero" | "features" | "code" | "downloads" | "news" | "timeline" | "logos" | "action" | "recent" | "markdown";

export type BlockEntry = {
	/** Safe HTML. */
	html: string;
};

export type Download = {
	url: string;
	name: string;
	/** `linux-x64`, `macos-arm64` …, or empty. */
	platform: string;
	/** In bytes. */
	size: number | null;
	/** Hexadecimal. */
	sha256: string | null;
};

/** What can be downloaded. */
export type Release = {
	version: string | null;
	files: Array<Download>;
};

/** A page of the documentation that changed lately. */
export type RecentPage = {
	title: string;
	url: string;
	updated_at: number;
};

/** An entry of the news in a list. */
export type ListedNews = {
	url: string;
	title: string;
	description: string;
	/** Language of the text: differs from the one asked for when there is only the other. */
	locale: Locale;
	/** When it was published, in milliseconds since 1970-01-01 UTC. */
	at: number;
};

/** A part of the front page. */
export type Block = {
	/** Unique on the page: the id of its element. */
	name: string;
	kind: BlockKind;
	/** Of its text. */
	locale: Locale;
	/** Safe HTML: what stands before the entries. */
	html: string;
	/** From one heading of the third level to the next. */
	entries: Array<BlockEntry>;
	/** Of `downloads`. */
	release: Release | null;
	/** Of `news`, the newest first. */
	news: Array<ListedNews>;
	/** Of `recent`, the newest first. */
	recent: Array<RecentPage>;
};

export type Landing = {
	/** Language of the first block: differs from the one asked for when there is only the other. */
	locale: Locale;
	title: string;
	description: string;
	blocks: Array<Block>;
	counterpart: Counterpart;
};

/** An entry of the news. */
export type NewsPage = {
	url: string;
	title: string;
	description: string;
	locale: Locale;
	at: number;
	updated_at: number;
	/** Safe HTML, without the title. */
	html: string;
	counterpart: Counterpart | null;
	newer: ListedNews | null;
	older: ListedNews | null;
};

export type Arrange = {
	/** The `id` of each block, from the first to the last. */
	blocks: Array<string>;
};

export type ArrangedBlock = {
	/** Of its page. */
	id: string;
	/** The `name` of the block as it is shown. */
	name: string;
	/** What it is called in each language that it has. */
	zh: string | null;
	en: string | null;
};

/** The blocks of the front page as they are written, from the first to the last. */
export type Arrangement = {
	/** For `If-Match`. */
	revision: string;
	/** Whether whoever asks may change the order. */
	may_arrange: boolean;
	blocks: Array<ArrangedBlock>;
};
