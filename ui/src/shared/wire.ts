// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";

/** How a text stands to the other language. */
export type TextState = "current" | "behind" | "missing" | "unreviewed" | "machine";

/** The same page in the other language. */
export type Counterpart = {
	locale: Locale;
	url: string;
	state: TextState;
	/** How many of its segments are older than their counterparts, or missing. */
	behind: number;
};

export type Title = {
	"zh-CN": string;
	"en-US": string;
};

export type Site = {
	title: Title;
	/** The site's default first. */
	locales: Locale[];
	version: string;
	/** Where the source of a page can be edited; `{file}` stands for its path. */
	edit_url: string | null;
	/** Whether browsers keep the pages that were read. */
	offline: boolean;
	/** Whether there is any news. */
	news: boolean;
};

export type Role = "owner" | "admin" | "editor" | "translator" | "reviewer" | "analyst";

/** Something that some may do and others may not. */
export type Act = "pages-edit" | "translations-edit" | "dictionary" | "sources" | "feedback" | "people" | "log";

export type User = {
	name: string;
	role: Role;
	/** What the user may do. The server asks the same table again with every request. */
	may: Array<Act>;
	/** `zh`, `en`: the languages that the user is limited to; none is no limit. */
	locales: Array<string>;
	/** `docs`, `landing`: the areas that the user is limited to; none is no limit. */
	areas: Array<string>;
	/** Whether a login asks for a code. */
	second_factor: boolean;
};

/** A new session. The token is shown this once. */
export type Session = {
	token: string;
	/** At the latest; a token that is not used for seven days is over before. */
	expires_at: number;
	user: User;
};
