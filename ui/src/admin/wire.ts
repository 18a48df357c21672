// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";
import type { Act, Role } from "@/shared/wire";

export type SourceCommit = {
	id: string;
	at: number;
	subject: string;
	url: string | null;
};

/** Something in a file, or about its page. */
export type SourceIssue = {
	/** `error`, `warning` or `note`. */
	severity: string;
	/** In the repository. */
	file: string;
	line: number | null;
	code: string;
	detail: string;
};

/** What is to be said of files. */
export type SourceIssues = {
	/** At most 200, the worst first. */
	worst: Array<SourceIssue>;
	/** How many more there are. */
	more: number;
};

/** What an update came to. A page in two languages counts twice. */
export type SourceReport = {
	pages: number;
	new: number;
	changed: number;
	same: number;
	moved: number;
	/** Taken down, because their files are gone. */
	removed: number;
	/** Changed on the site and not in Git. */
	ahead: number;
	conflicts: number;
	/** Files beside the pages. */
	files: number;
	/** The branch no longer held the commit that the site had shown. */
	rewritten: boolean;
	issues: SourceIssues;
	/** Versions of the documentation that were read from tags. */
	versions: Array<string>;
	/** Of tags, whether they were read or not. A file begins with `@` and its tag. */
	version_issues: SourceIssues;
};

/** A Git source and how it stands. */
export type SourceState = {
	name: string;
	/** Without credentials. */
	address: string;
	branch: string | null;
	/** Inside the repository; empty for all of it. */
	folder: string;
	/** The address below which its pages stand; empty for the top. */
	mount: string;
	/** The one that the site shows. */
	commit: SourceCommit | null;
	/** When Git was last asked. */
	asked_at: number | null;
	/** When the site last took something. */
	updated_at: number | null;
	/** When it is asked again by itself. */
	next_at: number | null;
	running: boolean;
	/** Whether pushes are heard of. */
	webhook: boolean;
	/** `updated`, `unchanged`, or a stable name of what went wrong. */
	outcome: string | null;
	/** Git's own words where something went wrong, without credentials. */
	detail: string;
	/** Of the last update that took something. */
	report: SourceReport | null;
	conflicts: number;
};

/** A text that the site and Git have both changed. */
export type ListedConflict = {
	id: string;
	source: string;
	file: string;
	commit: string;
	made_at: number;
	/** The file is gone from Git. */
	deleted: boolean;
	locale: Locale;
	url: string;
	title: string;
	/** For deciding, as `If-Match`. */
	etag: string;
};

/** What each side says: whole files, front matter included. */
export type Conflict = {
	source: string;
	file: string;
	commit: string;
	/** What both last agreed on; empty where they never did. */
	base: string;
	/** The site's. */
	ours: string;
	/** Git's; null where the file is gone. */
	theirs: string | null;
	/** What both have changed, together. Where both have changed the same lines, both stand there, between lines that begin with `<<<<<<< ours` and `>>>>>>> theirs`. Null where the file is gone. */
	merged: string | null;
};

/** How a conflict ends. */
export type Resolution = {
	/** `ours`, `theirs` or `merged`. */
	choice: string;
	/** The whole file, for `merged`. */
	text?: string;
};

/** What a reader has said of a page, as operators read it. */
export type ListedFeedback = {
	url: string;
	title: string;
	/** Of the text that was read. */
	locale: Locale;
	/** `yes` or `no`. */
	answer: string;
	comment: string;
	/** In milliseconds since 1970-01-01 UTC. */
	at: number;
};

/** A device on which the user is logged in. */
export type OwnSession = {
	id: string;
	/** Whether this request came from it. */
	is_current: boolean;
	created_at: number;
	seen_at: number;
	expires_at: number;
	/** What the browser calls itself. */
	agent: string;
	/** From where it logged in. */
	address: string;
};

/** A second step that is being set up: it is on once a code was sent back. */
export type SecondFactor = {
	/** In base 32, for typing. */
	secret: string;
	/** For authenticators on this device. */
	uri: string;
	/** The same as a QR code, in SVG. */
	picture: string;
};

/** Each works once, in place of a code. They are shown this once. */
export type RecoveryCodes = {
	recovery_codes: Array<string>;
};

/** A token for programs. */
export type OwnToken = {
	id: string;
	name: string;
	acts: Array<Act>;
	created_at: number;
	expires_at: number;
	used_at: number | null;
};

export type NewToken = {
	name: string;
	/** What it may do of what its user may. */
	acts: Array<string>;
	/** How long it lives, from 1 to 366. */
	days: number;
};

export type MadeToken = {
	/** Shown this once. */
	token: string;
	id: string;
	name: string;
	acts: Array<Act>;
	created_at: number;
	expires_at: number;
	used_at: number | null;
};

/** An account as administrators see it. */
export type ListedUser = {
	id: string;
	name: string;
	role: Role;
	locales: Array<string>;
	areas: Array<string>;
	disabled: boolean;
	second_factor: boolean;
	created_at: number;
	/** Of a session that is not over. */
	seen_at: number | null;
	/** For `If-Match`. */
	revision: string;
};

export type UserChange = {
	name: string;
	role: string;
	locales: Array<string>;
	areas: Array<string>;
	disabled: boolean;
};

/** A link that was not used yet. */
export type Invitation = {
	id: string;
	/** For whom it is, in the administrator's words. */
	note: string;
	role: Role;
	locales: Array<string>;
	areas: Array<string>;
	made_by: string;
	created_at: number;
	expires_at: number;
};

export type NewInvitation = {
	note: string;
	role: string;
	locales: Array<string>;
	areas: Array<string>;
	/** How long the link works, from 1 to 30. */
	days: number;
};

export type MadeInvitation = {
	/** Shown this once. */
	url: string;
	id: string;
	note: string;
	role: Role;
	locales: Array<string>;
	areas: Array<string>;
	made_by: string;
	created_at: number;
	expires_at: number;
};

/** A link for a new password. Shown this once. */
export type MadeLink = {
	url: string;
	expires_at: number;
};

export type InvitationKind = "invitation" | "reset";

/** What a link is for. */
export type InvitationLook = {
	kind: InvitationKind;
	role: Role;
	/** Of the account that gets a new password. */
	name: string | null;
	expires_at: number;
};

export type LogEntry = {
	id: number;
	at: number;
	/** Empty where nobody is known. */
	who: string;
	action: string;
	subject: string;
	/** JSON. */
	before: string | null;
	/** JSON. */
	after: string | null;
	address: string;
	/** `cli` for the server's command line. */
	agent: string;
};
