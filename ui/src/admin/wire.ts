// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";
import type { Act, Role, Title } from "@/shared/wire";

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
	/** An update runs or is about to. */
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

export type SecondFactorState = {
	is_on: boolean;
	/** Those that were not used yet. */
	recovery_codes: number;
};

/** A passkey, without its key. */
export type OwnPasskey = {
	id: string;
	name: string;
	created_at: number;
	used_at: number | null;
};

export type OwnLink = {
	/** Null where the account is not linked. */
	linked_at: number | null;
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
	/** How many it has. */
	passkeys: number;
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
	/** False while whoever made it may not give what it gives. */
	works: boolean;
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
	/** `zh`, `en`: the languages that the account is limited to; none is no limit. */
	locales: Array<string>;
	/** `docs`, `landing`: the areas that the account is limited to; none is no limit. */
	areas: Array<string>;
	/** Of the account that gets a new password. */
	name: string | null;
	expires_at: number;
};

export type LogEntry = {
	id: number;
	at: number;
	/** Empty where nobody is known. */
	who: string;
	/** Id of the account, which keeps it under another name; empty where none is known. */
	who_id: string;
	/** What the account is called now, where that is another name. */
	who_now: string | null;
	/** The name of the token by which a program acted; empty where it was none. */
	token: string;
	action: string;
	subject: string;
	/** JSON; of more than 16 KiB an object with its `beginning`, its `bytes` and its `hash`, which is SHA-256. */
	before: string | null;
	/** The same. */
	after: string | null;
	address: string;
	/** `cli` for the server's command line. */
	agent: string;
};

/** A file that pages can show. */
export type MediaFile = {
	/** Below the folder that pages count from; `/` and the path is how a page names it. */
	path: string;
	/** Where it is on the site. */
	url: string;
	media_type: string;
	/** `picture`, `video`, `audio` or `file`. */
	class: string;
	bytes: number;
	/** In pixels, of pictures. */
	width: number | null;
	height: number | null;
	/** For `If-Match`. */
	revision: string;
	words: MediaWords;
	/** The Git source that it comes from; such a file is changed there. */
	source: string | null;
	/** Who has uploaded or described it last. */
	author: string | null;
	/** In milliseconds since 1970. */
	changed_at: number;
	/** How many pages and values of the site lead to it, pages that are drafts or in the trash included. */
	uses: number;
};

/** What a picture shows, for those who do not see it. */
export type MediaWords = {
	"zh-CN": string;
	"en-US": string;
	/** It says nothing that the text around it does not say. */
	decorative: boolean;
};

/** A file with the texts that show it, and the values of the site. */
export type MediaDetail = {
	file: MediaFile;
	used_on: Array<MediaUse>;
	/** Names of values that lead to it: as published, as they go back to, or as they will be published. */
	used_in: Array<string>;
	/** Smaller sizes that browsers choose from; pixels and bytes are those of WebP pictures. */
	widths: Array<number>;
};

export type MediaUse = {
	page_id: string;
	locale: Locale;
	title: string;
	url: string;
	/** In what is written and not published. */
	draft: boolean;
	/** In a text that may come back. */
	trash: boolean;
};

/** A file that is going to be sent. */
export type NewUpload = {
	/** As it is called where it comes from. */
	name: string;
	bytes: number;
	/** The path of the file whose place it takes. */
	replaces?: string;
};

/** A file on its way. */
export type Upload = {
	id: string;
	bytes: number;
	/** How many bytes have come; the next part begins there. */
	received: number;
	/** What became of it, when all of it has come. */
	file: MediaFile | null;
};

/** What was restored. */
export type RestoredBackup = {
	/** When the backup was made, and by which version of the program. */
	made_at: number;
	version: string;
	rows: number;
	files: number;
	/** The backup of what stood before, in the data directory. */
	before: string;
};

/** What was taken from files, or would be. */
export type ImportReport = {
	dry_run: boolean;
	/** As which the files were read. */
	generator: string;
	/** The file that tells. */
	because: string | null;
	/** Texts that were found. */
	pages: number;
	new: number;
	changed: number;
	same: number;
	/** Files beside the pages. */
	files: number;
	issues: SourceIssues;
};

/** A page with what it says in each language, as a list shows it. */
export type AdminPage = {
	id: string;
	/** `docs`, `landing` or `news`. */
	area: string;
	key: string;
	source_locale: Locale;
	/** Of the last 30 days, in both languages. */
	views: number;
	zh: AdminText | null;
	en: AdminText | null;
};

export type AdminText = {
	locale: Locale;
	/** Such as `guide/start`. */
	path: string;
	/** Where readers find it once it is published. */
	url: string;
	title: string;
	state: TextStanding;
	/** When readers get what is published, where that is an entry of the news whose date is still to come. In milliseconds. */
	comes_at: number | null;
	/** Whether something is written that is not published. */
	changed: boolean;
	/** When that is going to be published. */
	publish_at: number | null;
	/** Why it was not published when it was to be: `stale`, because the text was published otherwise since, `unreadable`, because its front matter cannot be read, or `failed`. */
	fault: string | null;
	updated_at: number;
	/** Who saved it last. */
	author: string;
	/** Segments that are older than those of the other language. */
	outdated: number;
	/** Segments that only the other language has. */
	not_translated: number;
	/** Segments of the other language in places where this one says something as well, and nobody knows what belongs to what. */
	not_aligned: number;
};

/** Who sees a text. */
export type TextStanding = "published" | "draft" | "trash";

/** A page as it is written. */
export type WrittenPage = {
	id: string;
	area: string;
	key: string;
	source_locale: Locale;
	/** Of both languages together: what moving it or throwing it away names in `If-Match`. */
	revision: string;
	zh: WrittenText | null;
	en: WrittenText | null;
	/** Who else has it open. */
	editing: Array<Editing>;
};

export type WrittenText = {
	listed: AdminText;
	/** What saving it names in `If-Match`. */
	revision: string;
	/** The file that it is exported to. */
	file: string;
	/** As it was last saved, published or not. */
	text: string;
	/** As readers have it; none where that is the same, or where there is nothing to read. */
	published: string | null;
	/** In the order of the text. Lines of front matter belong to none. */
	segments: Array<WrittenSegment>;
	/** Whether this user may change it. */
	may_edit: boolean;
};

/** A paragraph, a heading, a row of a table: what translations are made of. */
export type WrittenSegment = {
	id: string;
	/** Such as `heading-2`, `paragraph`, `list-item`, `code`. */
	kind: string;
	/** The first line of the text that belongs to it. */
	line: number;
	/** The last one, blank lines below included. What ends a container belongs to none. */
	end_line: number;
	/** Those of the other language that say the same. */
	counterparts: Array<string>;
	state: SegmentState;
	/** Whether it can be marked as still correct: what readers have of it is outdated. */
	may_acknowledge: boolean;
	/** None once its source changes again. */
	acknowledged: Acknowledged | null;
	/** Who keeps it although it repeats the other language; none once either text changes. */
	kept: Acknowledged | null;
};

/** How a segment stands to the other language. */
export type SegmentState = "up_to_date" | "outdated" | "alone" | "copied";

/** Somebody who has a page open. */
export type Editing = {
	name: string;
	locale: Locale;
	/** When they were last heard of. */
	at: number;
};

/** Which language of a page somebody has open. */
export type Open = {
	/** zh, en, zh-CN or en-US. */
	locale: string;
};

/** A new page. Only those who write it see it, until it is published. */
export type NewPage = {
	/** `docs`, `news` or, for a block of the front page, `landing`. */
	area: string;
	/** What a block of the front page is, such as `features`; empty elsewhere. */
	block?: string;
	/** The language that it is written in first. */
	locale: string;
	/** Such as `guide/start`; of a block its name, which is its anchor. */
	path: string;
	title: string;
	/** The day of an entry of the news whose path begins with none, such as `2026-11-22`; today in UTC when absent. */
	date?: string;
};

/** What a text says from now on. */
export type DraftChange = {
	text: string;
	/** The `current` revision of a publishing that was stale, once the text takes account of what that says. */
	base?: string | null;
};

/** A draft was saved. */
export type SavedDraft = {
	revision: string;
	/** False when it says what is published. */
	changed: boolean;
	updated_at: number;
	segments: Array<WrittenSegment>;
};

/** What a text says now, looked at as readers would see it. Nothing is kept. */
export type Preview = {
	title: string;
	blocks: Array<PreviewBlock>;
	headings: Array<PreviewHeading>;
	/** What does not work in it, and what could be better. */
	findings: Array<TextFinding>;
	words: WordCount;
};

/** A paragraph, list, table, … at the top of the page. */
export type PreviewBlock = {
	/** The line of the text that it begins on. */
	line: number;
	/** Safe HTML. */
	html: string;
};

export type PreviewHeading = {
	level: number;
	text: string;
	line: number;
};

export type TextFinding = {
	/** `error`, `warning` or `note`. */
	severity: string;
	line: number | null;
	/** Stable name, for the client's own words. */
	code: string;
	/** The particular: a name, a path, a parser's words. */
	detail: string;
	/** The whole line as it should be, where that is known. */
	fix: string | null;
};

/** How much there is to read, code left out. */
export type WordCount = {
	/** Chinese characters. */
	han: number;
	/** Words of other scripts. */
	words: number;
};

/** What publishing a draft would change. */
export type DraftChanges = {
	/** What to name in `If-Match` when it is published. */
	revision: string;
	segments: Array<SegmentChange>;
	/** Whether something but the segments is different: the title, the address. */
	front_matter: boolean;
	findings: Array<TextFinding>;
};

export type SegmentChange = {
	id: string;
	kind: string;
	/** In the draft; none for a segment that is gone. */
	line: number | null;
	/** What changed, as Markdown, in order. */
	pieces: Array<[Piece, string]>;
	/** What the other language says there; empty where it has no counterpart. */
	counterpart: string;
	/** Whether the draft of the other language changes that as well. */
	counterpart_changed: boolean;
};

/** What became of a piece of text. */
export type Piece = "same" | "old" | "new";

/** Publish a draft. */
export type Publish = {
	/** When; at once where it is absent. */
	at?: number | null;
	/** What changes of segments mean for the translation; what is not named has a new meaning. */
	decisions: Array<SegmentDecision>;
	/** The revision of the other language, where that is published too; what is wrong with it is said of `other.text`. */
	other?: string | null;
};

export type SegmentDecision = {
	segment: string;
	verdict: Verdict;
};

/** Outdated segments that are still correct. */
export type Acknowledge = {
	/** Their ids. */
	segments: Array<string>;
	/** The `revision` of the other language, as it was read. */
	other?: string | null;
};

/** A segment was marked: as still correct after its source changed, or as intentionally equal to it. */
export type Acknowledged = {
	/** The name of the user. */
	by: string;
	at: number;
};

/** Untranslated copies that are intentional: the whole list for this language of the page. */
export type IntentionalCopies = {
	/** The ids of segments, drafts included; an empty list keeps none. */
	segments: Array<string>;
	/** The `revision` of the other language, as it was read. */
	other?: string | null;
};

/** What a change of a segment means for its translation. */
export type Verdict = "meaning" | "wording" | "translated";

/** What came of publishing. */
export type Published = {
	url: string;
	revision: string;
	/** When it is going to be published; none when it is. */
	publish_at: number | null;
};

/** A state that a text once had. */
export type TextRevision = {
	number: number;
	title: string;
	author: string;
	/** `import`, `site`, or the Git source that it came from. */
	origin: string;
	created_at: number;
	/** Whether it is the one that readers have. */
	published: boolean;
};

/** What is different between two states of a text. */
export type TextDiff = {
	lines: Array<DiffLine>;
	added: number;
	removed: number;
};

/** A line, or lines that are the same and not shown. */
export type DiffLine = {
	kind: DiffKind;
	/** In the older text. */
	old: number | null;
	/** In the newer one. */
	new: number | null;
	/** Words, as what became of them; empty for lines that are not shown. */
	pieces: Array<[Piece, string]>;
	/** How many lines are not shown. */
	skipped: number;
};

export type DiffKind = "same" | "old" | "new" | "skipped";

/** Where a page stands from now on. Both languages move, and the old addresses lead to it. */
export type Move = {
	/** Such as `guide/start`. */
	path: string;
};

/** A link for people who have no account. It shows the draft until it expires. */
export type PreviewLink = {
	url: string;
	expires_at: number;
};

/** What stands behind the `#` of a preview link. */
export type PreviewCode = {
	code: string;
};

/** A draft, for whoever has a link to it. */
export type SharedPreview = {
	locale: Locale;
	title: string;
	/** Safe HTML. */
	html: string;
	updated_at: number;
	author: string;
};

/** A published value, or one that was or will be. */
export type ConfigValue = {
	name: string;
	media_type: string;
	/** For `If-Match`. */
	revision: string;
	/** The version that is published; null for none. */
	version: number | null;
	bytes: number | null;
	author: string | null;
	/** When that version was published, or the value taken away. */
	changed_at: number;
	/** A new stylesheet goes back to the one before it after so many milliseconds, unless it is confirmed. */
	confirm_in: number | null;
	/** The version that is published at a time. */
	due: number | null;
	due_at: number | null;
	/** Of the version that is published; null in a list. */
	body: string | null;
	/** Addresses within the site that it leads to, and at which nothing stands. */
	dead_ends: Array<string>;
};

export type ConfigChange = {
	body: string;
	/** When it is to be published, in milliseconds since 1970; at once when absent. */
	publish_at: number | null;
};

/** A version of a value. No version is ever changed. */
export type ConfigVersion = {
	number: number;
	bytes: number;
	author: string;
	made_at: number;
	/** The version that it says once more. */
	restores: number | null;
	/** Null in a list. */
	body: string | null;
};

export type WebhookEvent = "page.published" | "page.unpublished" | "page.moved" | "page.trashed" | "config.published" | "test";

/** Whom the site tells. */
export type Webhook = {
	id: string;
	/** For `If-Match`. */
	revision: string;
	endpoint: string;
	/** Empty for all. */
	events: Array<WebhookEvent>;
	note: string;
	is_on: boolean;
	/** Why the server has switched it off by itself: `gone` after an answer of 410. */
	fault: string | null;
	made_at: number;
	made_by: string;
	/** How many messages are to be sent. */
	waiting: number;
	/** How many of those that are kept could not be delivered. */
	failed: number;
};

export type NewWebhook = {
	/** An https address on the internet; http, or an address of another network, where the settings allow the host. */
	endpoint: string;
	/** Empty for all. */
	events: Array<WebhookEvent>;
	note: string;
};

export type WebhookChange = {
	endpoint: string;
	events: Array<WebhookEvent>;
	note: string;
	is_on: boolean;
};

/** A webhook whose secret is new. It is said this once. */
export type WebhookSecret = {
	webhook: Webhook;
	/** `whsec_` and the key in base64. */
	secret: string;
};

export type DeliveryState = "waiting" | "delivered" | "failed";

/** A message that is to be sent, or was. */
export type Delivery = {
	/** The header `webhook-id`: the same however often it is sent. */
	id: string;
	event: string;
	state: DeliveryState;
	made_at: number;
	attempts: number;
	/** When it is tried again. */
	next_at: number | null;
	/** When it was tried last, and how that went. */
	sent_at: number | null;
	took_ms: number | null;
	status: number | null;
	/** Why there was no answer: address, unknown-host, private, unreachable, tls, broken or slow; `full` where too much was waiting already, `gone` where it was given up because another message was answered by 410. */
	fault: string | null;
	/** As it is sent. */
	body: string;
};

/** A sentence of the interface, as it is built in. */
export type BuiltInMessage = {
	area: string;
	key: string;
	/** Null where Chinese needs none: a singular. */
	zh: string | null;
	en: string;
};

export type BuiltInMessages = {
	messages: Array<BuiltInMessage>;
};

export type Said = {
	/** As in `pailou.toml`, such as `site.title.zh`. */
	key: string;
	/** The file, the variable of the environment, or the flag. */
	place: string;
};

/** What the settings say of the site, as long as no published value says something else. */
export type SiteSettings = {
	title: Title;
	edit_url: string | null;
	offline: boolean;
	/** Which of them somebody has set, and where. */
	said: Array<Said>;
};

/** Where an old address comes from. */
export type RedirectBy = "moved" | "page" | "settings" | "editor";

/** An address that leads to a page elsewhere. */
export type ListedRedirect = {
	url: string;
	locale: Locale;
	/** The path below the documentation. */
	old: string;
	/** The page's address for readers of this language; null while it is taken down. */
	leads_to: string | null;
	title: string | null;
	by: RedirectBy;
	made_at: number;
	/** Another page stands there by now, and is shown. */
	is_taken: boolean;
};

export type NewRedirect = {
	/** zh, en, zh-CN or en-US: of the old address, where it does not say so itself. */
	locale: string;
	/** `/index/en/docs/old`, `old.html`, or the whole address that is linked somewhere. */
	old: string;
	/** The page, in the same ways. */
	leads_to: string;
};
