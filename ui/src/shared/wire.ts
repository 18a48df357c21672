// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";

/** How a text stands to the other language. */
export type TextState = "up_to_date" | "outdated" | "not_translated" | "not_aligned" | "not_reviewed" | "machine_translated";

/** The same page in the other language. */
export type Counterpart = {
	locale: Locale;
	url: string;
	state: TextState;
	/** How many of its segments are outdated or not translated. */
	outdated: number;
};

export type Title = {
	"zh-CN": string;
	"en-US": string;
};

/** An entry as readers of one language see it. */
export type NavigationEntry = {
	label: string;
	to: string;
};

export type NavigationEntries = {
	"zh-CN": Array<NavigationEntry>;
	"en-US": Array<NavigationEntry>;
};

/** Both lists, where they are not the built-in ones, in both languages. */
export type Navigation = {
	header?: NavigationEntries;
	footer?: NavigationEntries;
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
	/** What it says in place of the built-in sentences: by language, area and key; absent for nothing. */
	words?: Partial<Record<Locale, Record<string, Record<string, string>>>>;
	/** In place of the built-in entries of header and footer; absent for those. */
	navigation?: Navigation;
};

export type Role = "owner" | "admin" | "editor" | "translator" | "reviewer" | "analyst";

/** Something that some may do and others may not. */
export type Act = "pages-read" | "pages-edit" | "translations-edit" | "media" | "dictionary" | "sources" | "feedback" | "people" | "log" | "config" | "webhooks" | "backup" | "import";

export type User = {
	/** Stays when the name changes. */
	id: string;
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
	/** Whether one may log in with a passkey. */
	passkey: boolean;
};

/** A new session. The token is shown this once. */
export type Session = {
	token: string;
	/** At the latest; a token that is not used for seven days is over before. */
	expires_at: number;
	user: User;
};

/** What people call the provider of identities. */
export type OidcLabel = {
	zh: string;
	en: string;
};

/** How one may log in, beside a password and a passkey. */
export type LoginWays = {
	oidc: OidcLabel | null;
};

/** Somebody is sent to the provider of identities. */
export type OidcQuestion = {
	url: string;
	/** To be kept in this browser, and sent with the answer. */
	key: string;
};

/** Somebody comes back from there: what stands in the address, and the key. */
export type OidcAnswer = {
	code: string;
	state: string;
	iss?: string;
	key: string;
};
