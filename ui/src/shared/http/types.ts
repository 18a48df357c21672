// Generated from server/openapi.json by scripts/api-types.mjs. Do not edit: run `just fmt`.

/**
 * Something that some may do and others may not.
 */
export type Act =
	| "pages-read"
	| "pages-edit"
	| "translations-edit"
	| "media"
	| "dictionary"
	| "sources"
	| "feedback"
	| "people"
	| "log"
	| "config"
	| "webhooks"
	| "backup"
	| "import";
/**
 * A language of the site.
 */
export type Locale = "zh-CN" | "en-US";
/**
 * Who sees a text.
 */
export type TextStanding = "published" | "draft" | "trash";
/**
 * What a block is, by its `block` in front matter.
 */
export type BlockKind =
	"hero" | "features" | "code" | "downloads" | "news" | "timeline" | "logos" | "action" | "recent" | "markdown";
/**
 * How a text stands to the other language.
 */
export type TextState =
	"up_to_date" | "outdated" | "not_translated" | "not_aligned" | "not_reviewed" | "machine_translated";
export type Decision = "accept" | "reject" | "forget";
export type DeliveryState = "waiting" | "delivered" | "failed";
export type DiffKind = "same" | "old" | "new" | "skipped";
export type Role = "owner" | "admin" | "editor" | "translator" | "reviewer" | "analyst";
export type InvitationKind = "invitation" | "reset";
/**
 * Where an old address comes from.
 */
export type RedirectBy = "moved" | "page" | "settings" | "editor";
export type WebhookEvent =
	"page.published" | "page.unpublished" | "page.moved" | "page.trashed" | "config.published" | "test";
/**
 * What readers are told of a version.
 */
export type VersionState = "current" | "unreleased" | "maintained" | "ended";
/**
 * How both sides of a row stand to each other.
 */
export type RowState =
	"up_to_date" | "outdated" | "ahead" | "same" | "copied" | "not_translated" | "alone" | "not_aligned";
/**
 * What a change of a segment means for its translation.
 */
export type Verdict = "meaning" | "wording" | "translated";
/**
 * How a segment stands to the other language.
 */
export type SegmentState = "up_to_date" | "outdated" | "alone" | "copied";

export interface AcceptInvitation {
	code: string;
	password: string;
	/**
	 * Of a new account.
	 */
	username?: string;
}
/**
 * Outdated segments that are still correct.
 */
export interface Acknowledge {
	/**
	 * The `revision` of the other language, as it was read.
	 */
	other?: string | null;
	/**
	 * Their ids.
	 */
	segments: string[];
}
/**
 * A segment was marked: as still correct after its source changed, or as intentionally equal to it.
 */
export interface Acknowledged {
	at: number;
	/**
	 * The name of the user.
	 */
	by: string;
}
/**
 * A page with what it says in each language, as a list shows it.
 */
export interface AdminPage {
	/**
	 * `docs`, `landing` or `news`.
	 */
	area: string;
	en: AdminText | null;
	id: string;
	key: string;
	source_locale: Locale;
	/**
	 * Of the last 30 days, in both languages.
	 */
	views: number;
	zh: AdminText | null;
}
export interface AdminText {
	/**
	 * Who saved it last.
	 */
	author: string;
	/**
	 * Whether something is written that is not published.
	 */
	changed: boolean;
	/**
	 * When readers get what is published, where that is an entry of the news whose date is still to come. In milliseconds.
	 */
	comes_at: number | null;
	/**
	 * Why it was not published when it was to be: `stale`, because the text was published otherwise since,
	 * `unreadable`, because its front matter cannot be read, or `failed`.
	 */
	fault: string | null;
	locale: Locale;
	/**
	 * Segments of the other language in places where this text has segments too, and it is unknown which belong
	 * to what.
	 */
	not_aligned: number;
	/**
	 * Segments that only the other language has.
	 */
	not_translated: number;
	/**
	 * Segments that are older than those of the other language.
	 */
	outdated: number;
	/**
	 * Such as `guide/start`.
	 */
	path: string;
	/**
	 * When that is going to be published.
	 */
	publish_at: number | null;
	state: TextStanding;
	title: string;
	updated_at: number;
	/**
	 * Where readers find it once it is published.
	 */
	url: string;
}
export interface Arrange {
	/**
	 * The `id` of each block, from the first to the last.
	 */
	blocks: string[];
}
export interface ArrangedBlock {
	en: string | null;
	/**
	 * Of its page.
	 */
	id: string;
	/**
	 * The `name` of the block as it is shown.
	 */
	name: string;
	/**
	 * What it is called in each language that it has.
	 */
	zh: string | null;
}
/**
 * The blocks of the front page as they are written, from the first to the last.
 */
export interface Arrangement {
	blocks: ArrangedBlock[];
	/**
	 * Whether the caller may change the order.
	 */
	may_arrange: boolean;
	/**
	 * For `If-Match`.
	 */
	revision: string;
}
/**
 * A part of the front page.
 */
export interface Block {
	/**
	 * From one heading of the third level to the next.
	 */
	entries: BlockEntry[];
	/**
	 * Safe HTML: the text before the entries.
	 */
	html: string;
	kind: BlockKind;
	/**
	 * Of its text.
	 */
	locale: Locale;
	/**
	 * Unique on the page: the id of its element.
	 */
	name: string;
	/**
	 * Of `news`, the newest first.
	 */
	news: ListedNews[];
	/**
	 * Of `recent`, the newest first.
	 */
	recent: RecentPage[];
	release: Release | null;
}
export interface BlockEntry {
	/**
	 * Safe HTML.
	 */
	html: string;
}
/**
 * An entry of the news in a list.
 */
export interface ListedNews {
	/**
	 * When it was published, in milliseconds since 1970-01-01 UTC.
	 */
	at: number;
	description: string;
	/**
	 * Language of the text: differs from the one asked for when there is only the other.
	 */
	locale: Locale;
	title: string;
	url: string;
}
/**
 * A page of the documentation that changed lately.
 */
export interface RecentPage {
	title: string;
	updated_at: number;
	url: string;
}
/**
 * What can be downloaded.
 */
export interface Release {
	files: Download[];
	version: string | null;
}
export interface Download {
	name: string;
	/**
	 * `linux-x64`, `macos-arm64` …, or empty.
	 */
	platform: string;
	/**
	 * Hexadecimal.
	 */
	sha256: string | null;
	/**
	 * In bytes.
	 */
	size: number | null;
	url: string;
}
/**
 * A sentence of the interface, as it is built in.
 */
export interface BuiltInMessage {
	area: string;
	en: string;
	key: string;
	/**
	 * Null where Chinese needs none: a singular.
	 */
	zh: string | null;
}
export interface BuiltInMessages {
	messages: BuiltInMessage[];
}
/**
 * A new state of a page.
 */
export interface Change {
	/**
	 * The front matter with its delimiters; left out, it stays as it is.
	 */
	front_matter?: string | null;
	/**
	 * The text below the front matter.
	 */
	markdown: string;
}
/**
 * What came of a change.
 */
export interface Changed {
	findings: Finding[];
	/**
	 * For the next change.
	 */
	revision: string;
	/**
	 * The page's address, which its front matter may have moved.
	 */
	url: string;
}
/**
 * Something that does not work in a text.
 */
export interface Finding {
	code: string;
	detail: string;
	/**
	 * 1 is the first line of the front matter.
	 */
	line: number | null;
}
/**
 * Something a reader did. Sent again with the same id it counts once.
 */
export interface Collect {
	/**
	 * What happened; `pageview` when absent.
	 */
	event?: string | null;
	/**
	 * Chosen at random by the sender.
	 */
	id: string;
	/**
	 * `zh-CN` or `en-US`.
	 */
	locale?: string | null;
	/**
	 * Where the reader came from; only the host of another site is kept.
	 */
	referrer?: string | null;
	search?: Searched | null;
	/**
	 * Address of a page below `/index`, with or without the origin.
	 */
	url: string;
}
/**
 * A finished search, not each letter that was typed.
 */
export interface Searched {
	/**
	 * How many places were found.
	 */
	found: number;
	words: string;
}
export interface ConfigChange {
	body: string;
	/**
	 * When it is to be published, in milliseconds since 1970; at once when absent.
	 */
	publish_at?: number | null;
}
export interface ConfigConfirmation {
	/**
	 * Whether the new version stays; otherwise the one before it comes back at once.
	 */
	keep: boolean;
}
/**
 * A published value, or one that was or will be.
 */
export interface ConfigValue {
	author: string | null;
	/**
	 * Of the version that is published; null in a list.
	 */
	body: string | null;
	bytes: number | null;
	/**
	 * When that version was published, or the value taken away.
	 */
	changed_at: number;
	/**
	 * A new stylesheet goes back to the one before it after so many milliseconds, unless it is confirmed.
	 */
	confirm_in: number | null;
	/**
	 * Addresses within the site that it leads to, and at which nothing stands.
	 */
	dead_ends: string[];
	/**
	 * The version that is published at a time.
	 */
	due: number | null;
	due_at: number | null;
	media_type: string;
	name: string;
	/**
	 * For `If-Match`.
	 */
	revision: string;
	/**
	 * The version that is published; null for none.
	 */
	version: number | null;
}
/**
 * A version of a value. No version is ever changed.
 */
export interface ConfigVersion {
	author: string;
	/**
	 * Null in a list.
	 */
	body: string | null;
	bytes: number;
	made_at: number;
	number: number;
	/**
	 * The version that it says once more.
	 */
	restores: number | null;
}
export interface Confirm {
	/**
	 * Of the second step, where there is one.
	 */
	code?: string | null;
	password: string;
}
/**
 * What each side says: whole files, front matter included.
 */
export interface Conflict {
	/**
	 * What both last agreed on; empty where they never did.
	 */
	base: string;
	commit: string;
	file: string;
	/**
	 * What both have changed, together. Where both have changed the same lines, both stand there, between lines
	 * that begin with `<<<<<<< ours` and `>>>>>>> theirs`. Null where the file is gone.
	 */
	merged: string | null;
	/**
	 * The site's.
	 */
	ours: string;
	source: string;
	/**
	 * Git's; null where the file is gone.
	 */
	theirs: string | null;
}
/**
 * The same page in the other language.
 */
export interface Counterpart {
	locale: Locale;
	/**
	 * How many of its segments are outdated or not translated.
	 */
	outdated: number;
	state: TextState;
	url: string;
}
/**
 * A message that is to be sent, or was.
 */
export interface Delivery {
	attempts: number;
	/**
	 * As it is sent.
	 */
	body: string;
	event: string;
	/**
	 * Why there was no answer: address, unknown-host, private, unreachable, tls, broken or slow; `full` where too
	 * much was waiting already, `gone` where it was given up because another message was answered by 410.
	 */
	fault: string | null;
	/**
	 * The header `webhook-id`: the same however often it is sent.
	 */
	id: string;
	made_at: number;
	/**
	 * When it is tried again.
	 */
	next_at: number | null;
	/**
	 * When it was tried last, and how that went.
	 */
	sent_at: number | null;
	state: DeliveryState;
	status: number | null;
	took_ms: number | null;
}
export interface DictionaryPair {
	decision: Decision;
	en: string;
	zh: string;
}
/**
 * A word with its translations, likeliest first.
 */
export interface DictionaryRow {
	locale: Locale;
	locked: boolean;
	/**
	 * As the search has it: folded, and in English by its stem.
	 */
	term: string;
	translations: DictionaryTranslation[];
	/**
	 * In how many sections.
	 */
	used: number;
	/**
	 * As it stands in texts.
	 */
	written: string;
}
export interface DictionaryTranslation {
	decision: Decision | null;
	/**
	 * From 0, for one that was rejected, to 1.
	 */
	probability: number;
	term: string;
	written: string;
}
/**
 * A line, or lines that are the same and not shown.
 */
export interface DiffLine {
	kind: DiffKind;
	/**
	 * In the newer one.
	 */
	new: number | null;
	/**
	 * In the older text.
	 */
	old: number | null;
	/**
	 * Words, as what became of them; empty for lines that are not shown.
	 */
	pieces: ["same" | "old" | "new", string][];
	/**
	 * How many lines are not shown.
	 */
	skipped: number;
}
/**
 * What a text says from now on.
 */
export interface DraftChange {
	/**
	 * The `current` revision of a publishing that was stale, once the text takes account of what that says.
	 */
	base?: string | null;
	text: string;
}
/**
 * What publishing a draft would change.
 */
export interface DraftChanges {
	findings: TextFinding[];
	/**
	 * Whether something but the segments is different: the title, the address.
	 */
	front_matter: boolean;
	/**
	 * What to name in `If-Match` when it is published.
	 */
	revision: string;
	segments: SegmentChange[];
}
export interface TextFinding {
	/**
	 * Stable name, for the client's own words.
	 */
	code: string;
	/**
	 * The particular: a name, a path, a parser's words.
	 */
	detail: string;
	/**
	 * The whole line as it should be, where that is known.
	 */
	fix: string | null;
	line: number | null;
	/**
	 * `error`, `warning` or `note`.
	 */
	severity: string;
}
export interface SegmentChange {
	/**
	 * What the other language says there; empty where it has no counterpart.
	 */
	counterpart: string;
	/**
	 * Whether the draft of the other language changes that as well.
	 */
	counterpart_changed: boolean;
	id: string;
	kind: string;
	/**
	 * In the draft; none for a segment that is gone.
	 */
	line: number | null;
	/**
	 * What changed, as Markdown, in order.
	 */
	pieces: ["same" | "old" | "new", string][];
}
/**
 * A user who has a page open.
 */
export interface Editing {
	/**
	 * When they were last heard of.
	 */
	at: number;
	locale: Locale;
	name: string;
}
/**
 * Two sentences that say the same.
 */
export interface Evidence {
	en: string;
	zh: string;
}
/**
 * What a reader says of a page.
 */
export interface Feedback {
	/**
	 * Whether it helped: `yes` or `no`.
	 */
	answer: string;
	/**
	 * A sentence more.
	 */
	comment?: string | null;
	/**
	 * Chosen at random by the sender. Sent again it replaces what was said; without one, every time
	 * counts.
	 */
	id?: string | null;
	/**
	 * `revision` of the page as it was read; the published one when absent or not known.
	 */
	revision?: string | null;
	/**
	 * Address of the page, such as /index/zh/docs/guide/start.
	 */
	url: string;
}
/**
 * One wrong field of a request body or query.
 */
export interface FieldError {
	/**
	 * Stable name of the fault, for the client's own words.
	 */
	code: string;
	column?: number;
	/**
	 * One English sentence.
	 */
	detail: string;
	/**
	 * Name of the field as the client sent it.
	 */
	field: string;
	/**
	 * Where in a long text, from 1; columns in UTF-16 code units.
	 */
	line?: number;
}
export interface Heading {
	/**
	 * The id of the same heading in the other language; on this page it leads here as well.
	 */
	counterpart_id: string | null;
	/**
	 * Ids that the heading had before; they lead here as well.
	 */
	earlier_ids: string[];
	id: string;
	level: number;
	text: string;
}
/**
 * A section that holds the words searched for.
 */
export interface Hit {
	heading: string;
	locale: Locale;
	/**
	 * What to mark in the snippet: from and to, in UTF-16 code units.
	 */
	marks: [number, number][];
	/**
	 * Pairs of a word asked for and how it stands in the text.
	 */
	matched: [string, string][];
	/**
	 * How many more sections of its page were found than are in this list.
	 */
	more: number;
	score: number;
	snippet: string;
	title: string;
	url: string;
}
/**
 * What was taken from files, or would be.
 */
export interface ImportReport {
	/**
	 * The file that tells.
	 */
	because: string | null;
	changed: number;
	dry_run: boolean;
	/**
	 * Files beside the pages.
	 */
	files: number;
	/**
	 * As which the files were read.
	 */
	generator: string;
	issues: SourceIssues;
	new: number;
	/**
	 * Texts that were found.
	 */
	pages: number;
	same: number;
}
/**
 * What is to be said of files.
 */
export interface SourceIssues {
	/**
	 * How many more there are.
	 */
	more: number;
	/**
	 * At most 200, the worst first.
	 */
	worst: SourceIssue[];
}
/**
 * Something in a file, or about its page.
 */
export interface SourceIssue {
	code: string;
	detail: string;
	/**
	 * In the repository.
	 */
	file: string;
	line: number | null;
	/**
	 * `error`, `warning` or `note`.
	 */
	severity: string;
}
/**
 * Untranslated copies that are intentional: the whole list for this language of the page.
 */
export interface IntentionalCopies {
	/**
	 * The `revision` of the other language, as it was read.
	 */
	other?: string | null;
	/**
	 * The ids of segments, drafts included; an empty list keeps none.
	 */
	segments: string[];
}
/**
 * A link that was not used yet.
 */
export interface Invitation {
	areas: string[];
	created_at: number;
	expires_at: number;
	id: string;
	locales: string[];
	made_by: string;
	/**
	 * For whom it is, in the administrator's words.
	 */
	note: string;
	role: Role;
	/**
	 * False while its creator may not grant these permissions.
	 */
	works: boolean;
}
export interface InvitationCode {
	code: string;
}
/**
 * What a link is for.
 */
export interface InvitationLook {
	/**
	 * `docs`, `landing`: the areas that the account is limited to; none is no limit.
	 */
	areas: string[];
	expires_at: number;
	kind: InvitationKind;
	/**
	 * `zh`, `en`: the languages that the account is limited to; none is no limit.
	 */
	locales: string[];
	/**
	 * Of the account that gets a new password.
	 */
	name: string | null;
	role: Role;
}
export interface Landing {
	blocks: Block[];
	counterpart: Counterpart;
	description: string;
	/**
	 * Language of the first block: differs from the one asked for when there is only the other.
	 */
	locale: Locale;
	title: string;
}
/**
 * A text that the site and Git have both changed.
 */
export interface ListedConflict {
	commit: string;
	/**
	 * The file is gone from Git.
	 */
	deleted: boolean;
	/**
	 * For deciding, as `If-Match`.
	 */
	etag: string;
	file: string;
	id: string;
	locale: Locale;
	made_at: number;
	source: string;
	title: string;
	url: string;
}
/**
 * What a reader has said of a page, as operators read it.
 */
export interface ListedFeedback {
	/**
	 * `yes` or `no`.
	 */
	answer: string;
	/**
	 * In milliseconds since 1970-01-01 UTC.
	 */
	at: number;
	comment: string;
	/**
	 * Of the text that was read.
	 */
	locale: Locale;
	title: string;
	url: string;
}
/**
 * A page in a list.
 */
export interface ListedPage {
	counterpart: Counterpart | null;
	key: string;
	locale: Locale;
	state: TextState;
	title: string;
	updated_at: number;
	url: string;
}
/**
 * An address that leads to a page elsewhere.
 */
export interface ListedRedirect {
	by: RedirectBy;
	/**
	 * Another page stands there by now, and is shown.
	 */
	is_taken: boolean;
	/**
	 * The page's address for readers of this language; null while it is taken down.
	 */
	leads_to: string | null;
	locale: Locale;
	made_at: number;
	/**
	 * The path below the documentation.
	 */
	old: string;
	title: string | null;
	url: string;
}
/**
 * An account as administrators see it.
 */
export interface ListedUser {
	areas: string[];
	created_at: number;
	disabled: boolean;
	id: string;
	locales: string[];
	name: string;
	/**
	 * How many it has.
	 */
	passkeys: number;
	/**
	 * For `If-Match`.
	 */
	revision: string;
	role: Role;
	second_factor: boolean;
	/**
	 * Of a session that is not over.
	 */
	seen_at: number | null;
}
export interface LogEntry {
	action: string;
	address: string;
	/**
	 * The same.
	 */
	after: string | null;
	/**
	 * `cli` for the server's command line.
	 */
	agent: string;
	at: number;
	/**
	 * JSON; of more than 16 KiB an object with its `beginning`, its `bytes` and its `hash`, which is SHA-256.
	 */
	before: string | null;
	id: number;
	subject: string;
	/**
	 * The name of the token by which a program acted; empty where it was none.
	 */
	token: string;
	/**
	 * Empty where no user is known.
	 */
	who: string;
	/**
	 * Id of the account, which keeps it under another name; empty where none is known.
	 */
	who_id: string;
	/**
	 * What the account is called now, where that is another name.
	 */
	who_now: string | null;
}
export interface Login {
	/**
	 * Of the second step: six digits, or a recovery code.
	 */
	code?: string | null;
	password: string;
	username: string;
}
/**
 * How one may log in, beside a password and a passkey.
 */
export interface LoginWays {
	oidc: OidcLabel | null;
}
/**
 * What people call the provider of identities.
 */
export interface OidcLabel {
	en: string;
	zh: string;
}
export interface MadeInvitation {
	areas: string[];
	created_at: number;
	expires_at: number;
	id: string;
	locales: string[];
	made_by: string;
	note: string;
	role: Role;
	/**
	 * Shown this once.
	 */
	url: string;
}
/**
 * A link for a new password. Shown this once.
 */
export interface MadeLink {
	expires_at: number;
	url: string;
}
export interface MadeToken {
	acts: Act[];
	created_at: number;
	expires_at: number;
	id: string;
	name: string;
	/**
	 * Shown this once.
	 */
	token: string;
	used_at: number | null;
}
/**
 * A file with the texts that show it, and the values of the site.
 */
export interface MediaDetail {
	file: MediaFile;
	/**
	 * Names of values that lead to it: as published, as they go back to, or as they will be published.
	 */
	used_in: string[];
	used_on: MediaUse[];
	/**
	 * Smaller sizes that browsers choose from; pixels and bytes are those of WebP pictures.
	 */
	widths: number[];
}
/**
 * A file that pages can show.
 */
export interface MediaFile {
	/**
	 * Who has uploaded or described it last.
	 */
	author: string | null;
	bytes: number;
	/**
	 * In milliseconds since 1970.
	 */
	changed_at: number;
	/**
	 * `picture`, `video`, `audio` or `file`.
	 */
	class: string;
	height: number | null;
	media_type: string;
	/**
	 * Below the folder that pages count from; `/` and the path is how a page names it.
	 */
	path: string;
	/**
	 * For `If-Match`.
	 */
	revision: string;
	/**
	 * The Git source that it comes from; such a file is changed there.
	 */
	source: string | null;
	/**
	 * Where it is on the site.
	 */
	url: string;
	/**
	 * How many pages and values of the site lead to it, pages that are drafts or in the trash included.
	 */
	uses: number;
	/**
	 * In pixels, of pictures.
	 */
	width: number | null;
	words: MediaWords;
}
/**
 * What a picture shows, for those who do not see it.
 */
export interface MediaWords {
	/**
	 * It says nothing that the text around it does not say.
	 */
	decorative: boolean;
	"en-US": string;
	"zh-CN": string;
}
export interface MediaUse {
	/**
	 * In what is written and not published.
	 */
	draft: boolean;
	locale: Locale;
	page_id: string;
	title: string;
	/**
	 * In a text that may come back.
	 */
	trash: boolean;
	url: string;
}
/**
 * A section that only the other language has.
 */
export interface MissingSection {
	/**
	 * Of its heading there.
	 */
	id: string;
	text: string;
}
/**
 * Where a page stands from now on. Both languages move, and the old addresses lead to it.
 */
export interface Move {
	/**
	 * Such as `guide/start`.
	 */
	path: string;
}
/**
 * Both lists, where they are not the built-in ones, in both languages.
 */
export interface Navigation {
	footer?: NavigationEntries;
	header?: NavigationEntries;
}
export interface NavigationEntries {
	"en-US": NavigationEntry[];
	"zh-CN": NavigationEntry[];
}
/**
 * An entry as readers of one language see it.
 */
export interface NavigationEntry {
	label: string;
	to: string;
}
export interface NewInvitation {
	areas: string[];
	/**
	 * How long the link works, from 1 to 30.
	 */
	days: number;
	locales: string[];
	note: string;
	role: string;
}
/**
 * A new page. Only those who write it see it, until it is published.
 */
export interface NewPage {
	/**
	 * `docs`, `news` or, for a block of the front page, `landing`.
	 */
	area: string;
	/**
	 * What a block of the front page is, such as `features`; empty elsewhere.
	 */
	block?: string;
	/**
	 * The day of an entry of the news whose path begins with none, such as `2026-11-22`; today in UTC when absent.
	 */
	date?: string | null;
	/**
	 * The language that it is written in first.
	 */
	locale: string;
	/**
	 * Such as `guide/start`; of a block its name, which is its anchor.
	 */
	path: string;
	title: string;
}
export interface NewPasskey {
	/**
	 * What the browser made of the authenticator's answer, by `toJSON`.
	 */
	credential: object;
	name: string;
}
export interface NewPassword {
	current: string;
	password: string;
}
export interface NewRedirect {
	/**
	 * The page, in the same ways.
	 */
	leads_to: string;
	/**
	 * zh, en, zh-CN or en-US: of the old address, where it does not say so itself.
	 */
	locale: string;
	/**
	 * `/index/en/docs/old`, `old.html`, or the whole address that is linked somewhere.
	 */
	old: string;
}
export interface NewToken {
	/**
	 * What it may do of what its user may.
	 */
	acts: string[];
	/**
	 * How long it lives, from 1 to 366.
	 */
	days: number;
	name: string;
}
/**
 * A file that is going to be sent.
 */
export interface NewUpload {
	bytes: number;
	/**
	 * As it is called where it comes from.
	 */
	name: string;
	/**
	 * The path of the file whose place it takes.
	 */
	replaces?: string | null;
}
export interface NewWebhook {
	/**
	 * An https address on the internet; http, or an address of another network, where the settings allow the host.
	 */
	endpoint: string;
	/**
	 * Empty for all.
	 */
	events: WebhookEvent[];
	note: string;
}
/**
 * An entry of the news.
 */
export interface NewsPage {
	at: number;
	counterpart: Counterpart | null;
	description: string;
	/**
	 * Safe HTML, without the title.
	 */
	html: string;
	locale: Locale;
	newer: ListedNews | null;
	older: ListedNews | null;
	title: string;
	updated_at: number;
	url: string;
}
/**
 * The callback from the identity provider: the parameters of its URL, and the key.
 */
export interface OidcAnswer {
	code: string;
	iss?: string | null;
	key: string;
	state: string;
}
/**
 * The redirect to the identity provider.
 */
export interface OidcQuestion {
	/**
	 * To be kept in this browser, and sent with the answer.
	 */
	key: string;
	url: string;
}
/**
 * The language of a page that a user has open.
 */
export interface Open {
	/**
	 * zh, en, zh-CN or en-US.
	 */
	locale: string;
}
export interface OtherHtml {
	/**
	 * Safe HTML, without ids.
	 */
	html: string;
	locale: Locale;
}
export interface OtherText {
	locale: Locale;
	title: string;
	url: string;
}
/**
 * A segment whose counterpart has moved on since it was written.
 */
export interface OutdatedSegment {
	/**
	 * What the other side did: `minor` (markup only), `major` or `removed`.
	 */
	change: string;
	/**
	 * Both sides moved.
	 */
	conflict: boolean;
	/**
	 * Heading of the section it stands in.
	 */
	heading_id: string | null;
	id: string;
	kind: string;
	/**
	 * What changed in the other language since, as Markdown, in order; empty where it is not known.
	 */
	pieces: ["same" | "old" | "new", string][];
}
export interface OwnLink {
	/**
	 * Null where the account is not linked.
	 */
	linked_at: number | null;
}
/**
 * A passkey, without its key.
 */
export interface OwnPasskey {
	created_at: number;
	id: string;
	name: string;
	used_at: number | null;
}
/**
 * A device on which the user is logged in.
 */
export interface OwnSession {
	/**
	 * From where it logged in.
	 */
	address: string;
	/**
	 * What the browser calls itself.
	 */
	agent: string;
	created_at: number;
	expires_at: number;
	id: string;
	/**
	 * Whether this request came from it.
	 */
	is_current: boolean;
	seen_at: number;
}
/**
 * A token for programs.
 */
export interface OwnToken {
	acts: Act[];
	created_at: number;
	expires_at: number;
	id: string;
	name: string;
	used_at: number | null;
}
/**
 * One page, as it is read.
 */
export interface Page {
	/**
	 * The language asked for; `locale` is that of the text, and differs when there is no text in the
	 * language asked for.
	 */
	asked: Locale;
	/**
	 * Who wrote it, the last one first. Files that do not come from Git have no authors.
	 */
	authors: string[];
	breadcrumbs: Place[];
	commit: PageCommit | null;
	counterpart: Counterpart | null;
	description: string;
	edit_url: string | null;
	headings: Heading[];
	/**
	 * Safe HTML, without the page's title. What is outdated is in `<div class="outdated">`, and behind
	 * that is `<template data-outdated="0 2">` with its numbers in `outdated`.
	 */
	html: string;
	key: string;
	locale: Locale;
	/**
	 * The source, unless `markdown=false` was asked.
	 */
	markdown?: string;
	/**
	 * The sections that only the other language has, in its order; those within them are not named.
	 */
	missing_sections: MissingSection[];
	next: Place | null;
	/**
	 * How many segments of the other language this text lacks.
	 */
	not_translated: number;
	outdated: OutdatedSegment[];
	previous: Place | null;
	reading_minutes: number;
	revision: string;
	source_locale: Locale;
	/**
	 * Of the text that is shown.
	 */
	state: TextState;
	title: string;
	updated_at: number;
	url: string;
	/**
	 * Name of the old version that the page is of; none for a page of today.
	 */
	version: string | null;
	/**
	 * Where the page stands in each version; empty where there is only one.
	 */
	versions: VersionPlace[];
}
/**
 * A place in the site, for previous, next and breadcrumbs.
 */
export interface Place {
	title: string;
	/**
	 * None for a folder that has no page of its own.
	 */
	url: string | null;
}
export interface PageCommit {
	/**
	 * In the repository.
	 */
	file: string;
	id: string;
	/**
	 * Name of the Git source.
	 */
	source: string;
	/**
	 * Where the host of the repository shows it.
	 */
	url: string | null;
}
/**
 * A page in a version.
 */
export interface VersionPlace {
	/**
	 * False where the version has no such page: the address is that of the nearest one above it.
	 */
	has_page: boolean;
	/**
	 * As readers see it; as empty as the name.
	 */
	label: string;
	/**
	 * As in addresses; empty for the pages of today where they have no name.
	 */
	name: string;
	state: VersionState;
	url: string;
}
export interface PageViews {
	pageviews: number;
	path: string;
}
/**
 * A page in both languages beside each other.
 */
export interface Parallel {
	locale: Locale;
	other: OtherText | null;
	/**
	 * In the order of the text that is read.
	 */
	rows: ParallelRow[];
}
/**
 * Blocks that belong together.
 */
export interface ParallelRow {
	/**
	 * Safe HTML; empty where only the other language says something.
	 */
	html: string;
	other: OtherHtml | null;
	/**
	 * Segments in it: of the text that is read, or else of the other one.
	 */
	segments: string[];
	state: RowState;
}
export interface PasskeyAnswer {
	/**
	 * What the browser made of the authenticator's answer, by `toJSON`.
	 */
	credential: object;
}
export interface PasskeyName {
	name: string;
}
/**
 * What the browser is to ask an authenticator for.
 */
export interface PasskeyQuestion {
	/**
	 * As `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes them.
	 */
	options: object;
}
/**
 * What a text says now, looked at as readers would see it. Nothing is kept.
 */
export interface Preview {
	blocks: PreviewBlock[];
	/**
	 * What does not work in it, and what could be better.
	 */
	findings: TextFinding[];
	headings: PreviewHeading[];
	title: string;
	words: WordCount;
}
/**
 * A paragraph, list, table, … at the top of the page.
 */
export interface PreviewBlock {
	/**
	 * Safe HTML.
	 */
	html: string;
	/**
	 * The line of the text that it begins on.
	 */
	line: number;
}
export interface PreviewHeading {
	level: number;
	line: number;
	text: string;
}
/**
 * How much there is to read, code left out.
 */
export interface WordCount {
	/**
	 * Chinese characters.
	 */
	han: number;
	/**
	 * Words of other scripts.
	 */
	words: number;
}
/**
 * The code after the `#` of a preview link.
 */
export interface PreviewCode {
	code: string;
}
/**
 * A link for people who have no account. It shows the draft until it expires.
 */
export interface PreviewLink {
	expires_at: number;
	url: string;
}
/**
 * The body of every error (RFC 9457).
 */
export interface ProblemBody {
	/**
	 * `stale` only: what `If-Match` named, if it is known.
	 */
	base?: SavedState;
	code: string;
	/**
	 * `stale` only: the current state.
	 */
	current?: SavedState;
	detail: string;
	errors?: FieldError[];
	/**
	 * `stale` of what is no text: the row as it stands now.
	 */
	row?: {
		[k: string]: unknown;
	};
	status: number;
	title: string;
	type: string;
}
/**
 * A state of something that several people change, so that a client can merge.
 */
export interface SavedState {
	front_matter: string;
	markdown: string;
	revision: string;
}
/**
 * Publish a draft.
 */
export interface Publish {
	/**
	 * When; at once where it is absent.
	 */
	at?: number | null;
	/**
	 * What changes of segments mean for the translation; what is not named has a new meaning.
	 */
	decisions?: SegmentDecision[];
	/**
	 * The revision of the other language, where that is published too; what is wrong with it is said of `other.text`.
	 */
	other?: string | null;
}
export interface SegmentDecision {
	segment: string;
	verdict: Verdict;
}
/**
 * What came of publishing.
 */
export interface Published {
	/**
	 * When it is going to be published; none when it is.
	 */
	publish_at: number | null;
	revision: string;
	url: string;
}
/**
 * Each works once, in place of a code. They are shown this once.
 */
export interface RecoveryCodes {
	recovery_codes: string[];
}
/**
 * How a conflict ends.
 */
export interface Resolution {
	/**
	 * `ours`, `theirs` or `merged`.
	 */
	choice: string;
	/**
	 * The whole file, for `merged`.
	 */
	text?: string | null;
}
/**
 * What was restored.
 */
export interface RestoredBackup {
	/**
	 * The backup of what stood before, in the data directory.
	 */
	before: string;
	files: number;
	/**
	 * When the backup was made, and by which version of the program.
	 */
	made_at: number;
	rows: number;
	version: string;
}
export interface Said {
	/**
	 * As in `pailou.toml`, such as `site.title.zh`.
	 */
	key: string;
	/**
	 * The file, the variable of the environment, or the flag.
	 */
	place: string;
}
/**
 * A draft was saved.
 */
export interface SavedDraft {
	/**
	 * False when it says what is published.
	 */
	changed: boolean;
	revision: string;
	segments: WrittenSegment[];
	updated_at: number;
}
/**
 * A paragraph, a heading, a row of a table: what translations are made of.
 */
export interface WrittenSegment {
	acknowledged: Acknowledged | null;
	/**
	 * Those of the other language that say the same.
	 */
	counterparts: string[];
	/**
	 * The last one, blank lines below included. What ends a container belongs to none.
	 */
	end_line: number;
	id: string;
	kept: Acknowledged | null;
	/**
	 * Such as `heading-2`, `paragraph`, `list-item`, `code`.
	 */
	kind: string;
	/**
	 * The first line of the text that belongs to it.
	 */
	line: number;
	/**
	 * Whether it can be marked as still correct: what readers have of it is outdated.
	 */
	may_acknowledge: boolean;
	state: SegmentState;
}
/**
 * Words that readers looked for.
 */
export interface SearchedWords {
	asked: number;
	/**
	 * Of these, how often nothing was found.
	 */
	fruitless: number;
	/**
	 * The last day.
	 */
	last: string;
	locale: Locale;
	words: string;
}
/**
 * A second step that is being set up: it is on once a code was sent back.
 */
export interface SecondFactor {
	/**
	 * The same as a QR code, in SVG.
	 */
	picture: string;
	/**
	 * In base 32, for typing.
	 */
	secret: string;
	/**
	 * For authenticators on this device.
	 */
	uri: string;
}
export interface SecondFactorCode {
	/**
	 * Of the secret that was set up last; empty for new recovery codes of the present one.
	 */
	code?: string;
}
export interface SecondFactorState {
	is_on: boolean;
	/**
	 * Those that were not used yet.
	 */
	recovery_codes: number;
}
/**
 * A new session. The token is shown this once.
 */
export interface Session {
	/**
	 * At the latest; a token that is not used for seven days is over before.
	 */
	expires_at: number;
	token: string;
	user: User;
}
export interface User {
	/**
	 * `docs`, `landing`: the areas that the user is limited to; none is no limit.
	 */
	areas: string[];
	/**
	 * Stays when the name changes.
	 */
	id: string;
	/**
	 * `zh`, `en`: the languages that the user is limited to; none is no limit.
	 */
	locales: string[];
	/**
	 * What the user may do. The server asks the same table again with every request.
	 */
	may: Act[];
	name: string;
	/**
	 * Whether one may log in with a passkey.
	 */
	passkey: boolean;
	role: Role;
	/**
	 * Whether a login asks for a code.
	 */
	second_factor: boolean;
}
export interface Setup {
	/**
	 * From the link that `pailou serve` printed.
	 */
	code: string;
	password: string;
	username: string;
}
/**
 * A draft, shown by a preview link.
 */
export interface SharedPreview {
	author: string;
	/**
	 * Safe HTML.
	 */
	html: string;
	locale: Locale;
	title: string;
	updated_at: number;
}
export interface Site {
	/**
	 * Where the source of a page can be edited; `{file}` stands for its path.
	 */
	edit_url: string | null;
	/**
	 * The site's default first.
	 */
	locales: Locale[];
	/**
	 * In place of the built-in entries of header and footer; absent for those.
	 */
	navigation?: Navigation;
	/**
	 * Whether there is any news.
	 */
	news: boolean;
	/**
	 * Whether browsers keep the pages that were read.
	 */
	offline: boolean;
	title: Title;
	version: string;
	/**
	 * What it says in place of the built-in sentences: by language, area and key; absent for nothing.
	 */
	words?: UiText;
}
export interface Title {
	"en-US": string;
	"zh-CN": string;
}
export interface UiText {
	"en-US"?: {
		[k: string]: {
			[k: string]: string;
		};
	};
	"zh-CN"?: {
		[k: string]: {
			[k: string]: string;
		};
	};
}
/**
 * What the settings say of the site, as long as no published value says something else.
 */
export interface SiteSettings {
	edit_url: string | null;
	offline: boolean;
	/**
	 * Which of them are set, and where.
	 */
	said: Said[];
	title: Title;
}
/**
 * Which language is the original from now on; translators write the other one.
 */
export interface Source {
	/**
	 * zh, en, zh-CN or en-US.
	 */
	locale: string;
}
export interface SourceCommit {
	at: number;
	id: string;
	subject: string;
	url: string | null;
}
/**
 * What an update came to. A page in two languages counts twice.
 */
export interface SourceReport {
	/**
	 * Changed on the site and not in Git.
	 */
	ahead: number;
	changed: number;
	conflicts: number;
	/**
	 * Files beside the pages.
	 */
	files: number;
	issues: SourceIssues;
	moved: number;
	new: number;
	pages: number;
	/**
	 * Taken down, because their files are gone.
	 */
	removed: number;
	/**
	 * The branch no longer held the commit that the site had shown.
	 */
	rewritten: boolean;
	same: number;
	/**
	 * Of tags, whether they were read or not. A file begins with `@` and its tag.
	 */
	version_issues: SourceIssues;
	/**
	 * Versions of the documentation that were read from tags.
	 */
	versions: string[];
}
/**
 * A Git source and how it stands.
 */
export interface SourceState {
	/**
	 * Without credentials.
	 */
	address: string;
	/**
	 * When Git was last asked.
	 */
	asked_at: number | null;
	branch: string | null;
	commit: SourceCommit | null;
	conflicts: number;
	/**
	 * Git's own words where something went wrong, without credentials.
	 */
	detail: string;
	/**
	 * Inside the repository; empty for all of it.
	 */
	folder: string;
	/**
	 * The address below which its pages stand; empty for the top.
	 */
	mount: string;
	name: string;
	/**
	 * When it is asked again by itself.
	 */
	next_at: number | null;
	/**
	 * `updated`, `unchanged`, or a stable name of what went wrong.
	 */
	outcome: string | null;
	report: SourceReport | null;
	/**
	 * An update runs or is about to.
	 */
	running: boolean;
	/**
	 * When the site last took something.
	 */
	updated_at: number | null;
	/**
	 * Whether pushes are heard of.
	 */
	webhook: boolean;
}
/**
 * Segments of one area in one language, by translation state. Each counts once, in this order: not translated, not
 * aligned, outdated, not reviewed, up to date. These five add up to `total`.
 */
export interface Status {
	area: string;
	as_of: number;
	locale: Locale;
	machine_translated: number;
	not_aligned: number;
	/**
	 * Those translated by a machine are among them.
	 */
	not_reviewed: number;
	not_translated: number;
	outdated: number;
	/**
	 * Segments that there should be.
	 */
	total: number;
	up_to_date: number;
}
export interface Summary {
	as_of: number;
	from: string;
	/**
	 * The ten most viewed pages.
	 */
	pages: PageViews[];
	pageviews: number;
	searches: number;
	/**
	 * Searches that found nothing.
	 */
	searches_without_result: number;
	to: string;
	/**
	 * Unique visitors of each day, summed over the days.
	 */
	visitors: number;
	/**
	 * Sittings: a pause of half an hour ends one.
	 */
	visits: number;
}
/**
 * What is different between two states of a text.
 */
export interface TextDiff {
	added: number;
	lines: DiffLine[];
	removed: number;
}
/**
 * A state that a text once had.
 */
export interface TextRevision {
	author: string;
	created_at: number;
	number: number;
	/**
	 * `import`, `site`, or the Git source that it came from.
	 */
	origin: string;
	/**
	 * Whether it is the one that readers have.
	 */
	published: boolean;
	title: string;
}
/**
 * What has happened to a page, in each language that readers see, or to a value of the site. A test says neither.
 */
export interface Told {
	/**
	 * Who did it.
	 */
	by: string;
	/**
	 * The id of the page.
	 */
	page?: string;
	texts?: ToldText[];
	value?: ToldValue;
}
export interface ToldText {
	locale: string;
	/**
	 * Where it stood before it was moved.
	 */
	old_url?: string;
	title: string;
	url: string;
}
export interface ToldValue {
	name: string;
	url: string;
	/**
	 * Null when it was taken away.
	 */
	version: number | null;
}
export interface Tree {
	nodes: TreeNode[];
}
/**
 * A node of the navigation; only open branches carry children.
 */
export interface TreeNode {
	children: TreeNode[];
	current: boolean;
	/**
	 * Language of the title: differs from the one asked for where a page is not translated.
	 */
	locale: Locale;
	open: boolean;
	title: string;
	url: string | null;
}
/**
 * A file on its way.
 */
export interface Upload {
	bytes: number;
	file: MediaFile | null;
	id: string;
	/**
	 * How many bytes have come; the next part begins there.
	 */
	received: number;
}
export interface UserChange {
	areas: string[];
	disabled: boolean;
	locales: string[];
	name: string;
	role: string;
}
/**
 * A version of the documentation.
 */
export interface Version {
	/**
	 * As readers see it; as empty as the name.
	 */
	label: string;
	/**
	 * As in addresses; empty for the pages of today where they have no name.
	 */
	name: string;
	released_at: number | null;
	state: VersionState;
	/**
	 * Of its first page.
	 */
	url: string;
}
/**
 * Whom the site tells.
 */
export interface Webhook {
	endpoint: string;
	/**
	 * Empty for all.
	 */
	events: WebhookEvent[];
	/**
	 * How many of those that are kept could not be delivered.
	 */
	failed: number;
	/**
	 * Why the server has switched it off by itself: `gone` after an answer of 410.
	 */
	fault: string | null;
	id: string;
	is_on: boolean;
	made_at: number;
	made_by: string;
	note: string;
	/**
	 * For `If-Match`.
	 */
	revision: string;
	/**
	 * How many messages are to be sent.
	 */
	waiting: number;
}
export interface WebhookChange {
	endpoint: string;
	events: WebhookEvent[];
	is_on: boolean;
	note: string;
}
/**
 * What a receiver gets, by `POST`, with the headers of standardwebhooks.com: `webhook-id`, `webhook-timestamp`,
 * `webhook-signature`.
 */
export interface WebhookMessage {
	data: Told;
	/**
	 * The public origin of the site. Addresses in `data` are paths below it.
	 */
	site: string;
	/**
	 * When it happened, as in 2026-11-22T07:40:00Z.
	 */
	timestamp: string;
	type: string;
}
/**
 * A webhook whose secret is new. It is said this once.
 */
export interface WebhookSecret {
	/**
	 * `whsec_` and the key in base64.
	 */
	secret: string;
	webhook: Webhook;
}
export interface WordLock {
	locale: string;
	locked: boolean;
	term: string;
}
/**
 * A page as it is written.
 */
export interface WrittenPage {
	area: string;
	/**
	 * Who else has it open.
	 */
	editing: Editing[];
	en: WrittenText | null;
	id: string;
	key: string;
	/**
	 * Of both languages together: what moving it or throwing it away names in `If-Match`.
	 */
	revision: string;
	source_locale: Locale;
	zh: WrittenText | null;
}
export interface WrittenText {
	/**
	 * The file that it is exported to.
	 */
	file: string;
	listed: AdminText;
	/**
	 * Whether this user may change it.
	 */
	may_edit: boolean;
	/**
	 * As readers have it; none where that is the same, or where there is nothing to read.
	 */
	published: string | null;
	/**
	 * What saving it names in `If-Match`.
	 */
	revision: string;
	/**
	 * In the order of the text. Lines of front matter belong to none.
	 */
	segments: WrittenSegment[];
	/**
	 * As it was last saved, published or not.
	 */
	text: string;
}
