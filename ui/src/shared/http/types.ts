// Generated from server/openapi.json by scripts/api-types.mjs. Do not edit: run `just fmt`.

/**
 * A language of the site.
 */
export type Locale = "zh-CN" | "en-US";
/**
 * The visibility of a text.
 */
export type PublicationState = "published" | "draft" | "trash";
/**
 * Whether the passages answer the question.
 */
export type AskState = "answered" | "closest" | "off_topic";
/**
 * Block type of a piece of an answer.
 */
export type PieceKind = "paragraph" | "item" | "step" | "code";
/**
 * A part of a piece. `text`, `strong`, and `code` are plain text; `cite` is the number of a citation.
 */
export type AnswerSpan =
	| {
			text: string;
	  }
	| {
			strong: string;
	  }
	| {
			code: string;
	  }
	| {
			cite: number;
	  };
/**
 * Whether the cited passages support a piece of an answer.
 */
export type PieceSupport = "supported" | "unsupported" | "uncited";
/**
 * Condition for publishing one language of a page.
 */
export type PublishGate = "alone" | "together";
/**
 * Block type of a part of a quotation.
 */
export type PartKind = "paragraph" | "item" | "step" | "header" | "row" | "code";
/**
 * Reason why the answer of the language model is missing or incomplete.
 */
export type ModelNotice = "failed" | "slow" | "busy" | "budget" | "visitor_limit" | "wrong_language" | "cut";
/**
 * Origin of a question.
 */
export type QuestionOrigin = "web" | "panel" | "mcp";
/**
 * Kind of a block: the value of `block` in its front matter.
 */
export type BlockKind =
	"hero" | "features" | "code" | "downloads" | "news" | "timeline" | "logos" | "action" | "recent" | "markdown";
/**
 * Translation state of a text.
 */
export type TextState =
	"up_to_date" | "outdated" | "not_translated" | "not_aligned" | "not_reviewed" | "machine_translated";
export type Role = "owner" | "admin" | "editor" | "translator" | "reviewer" | "analyst";
/**
 * Permission of a role or of an API token.
 */
export type Permission =
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
	| "import"
	| "assistant-model";
export type Decision = "accept" | "reject" | "forget";
export type DeliveryState = "waiting" | "delivered" | "failed";
export type DiffKind = "same" | "old" | "new" | "skipped";
/**
 * Verdict of a user on a changed segment: the effect of the change on the other language.
 */
export type Verdict = "meaning" | "wording" | "translated";
/**
 * The translation state of a segment.
 */
export type SegmentState = "up_to_date" | "outdated" | "alone" | "copied";
export type InvitationKind = "invitation" | "reset";
/**
 * The state of a stored question.
 */
export type QuestionState = "answered" | "closest" | "off_topic" | "reported";
/**
 * The origin of a redirect.
 */
export type RedirectBy = "moved" | "page" | "settings" | "editor";
export type WebhookEvent =
	| "page.published"
	| "page.unpublished"
	| "page.moved"
	| "page.trashed"
	| "config.published"
	| "translation.outdated"
	| "test";
/**
 * The support status of a version.
 */
export type VersionState = "current" | "unreleased" | "maintained" | "ended";
/**
 * The translation state of a row of aligned blocks.
 */
export type RowState =
	"up_to_date" | "outdated" | "ahead" | "same" | "copied" | "not_translated" | "alone" | "not_aligned";
/**
 * Kind of change of the source since the translation.
 */
export type SourceChange = "minor" | "major" | "removed";
/**
 * Reason why a segment is not up to date.
 */
export type SegmentStatusState = "outdated" | "not_translated" | "not_aligned";

/**
 * Page of an earlier import, in one language, whose file is not in the archive.
 */
export interface AbsentPage {
	file: string;
	locale: string;
	title: string;
}
export interface AcceptInvitation {
	code: string;
	password: string;
	/**
	 * Name of a new account; ignored for a password reset.
	 */
	username?: string;
}
/**
 * Outdated segments to mark as still correct: exactly one of `segments`, `section`, and `page`.
 */
export interface Acknowledge {
	/**
	 * `revision` of the text in the other language, as the client last read it.
	 */
	other?: string | null;
	/**
	 * `true` for all segments of the page.
	 */
	page?: boolean;
	/**
	 * Heading id, for all segments below the heading including subsections; empty for all segments above the first
	 * heading.
	 */
	section?: string | null;
	/**
	 * Ids of the segments.
	 */
	segments?: string[] | null;
}
/**
 * User who marked a segment as still correct or as intentionally equal to its source, and the time of the mark.
 */
export interface Acknowledged {
	at: number;
	/**
	 * The name of the user.
	 */
	by: string;
}
/**
 * A segment that a user, or the trailer of a commit, marked as still correct after its source changed.
 */
export interface AcknowledgementRow {
	area: string;
	at: number;
	/**
	 * Id of the commit with the trailer; `null` if a user marked the segment on the site.
	 */
	commit: string | null;
	key: string;
	locale: Locale;
	/**
	 * Name of the user or of the author of the commit; `null` if it is hidden.
	 */
	name: string | null;
	/**
	 * Id of the segment.
	 */
	segment: string;
	title: string;
	/**
	 * URL of the page with the anchor of the heading above the segment.
	 */
	url: string;
}
/**
 * A page with all its languages, as in the list of pages.
 */
export interface AdminPage {
	/**
	 * Area of the page: `docs`, `landing`, or `news`.
	 */
	area: string;
	en: AdminText | null;
	id: string;
	key: string;
	source_locale: Locale;
	/**
	 * Number of page views in the last 30 days, both languages together.
	 */
	views: number;
	zh: AdminText | null;
}
export interface AdminText {
	/**
	 * User who last saved the text.
	 */
	author: string;
	/**
	 * True if the draft differs from the published revision.
	 */
	changed: boolean;
	/**
	 * Reason why scheduled publishing failed: `stale` (the text was published in the meantime), `undescribed` (an
	 * image without alt text), `rights` (the user who scheduled it lacks the permission), `gate` (rejected by the
	 * publish gate), `slug-taken` (its `slug` is in use by another page), `unreadable` (invalid front matter), or
	 * `failed`.
	 */
	error: string | null;
	locale: Locale;
	/**
	 * Number of segments of the other language whose counterpart in this text could not be
	 * determined.
	 */
	not_aligned: number;
	/**
	 * Number of segments that exist only in the other language, and of untranslated copies.
	 */
	not_translated: number;
	/**
	 * Number of outdated segments.
	 */
	outdated: number;
	/**
	 * Path of the text, such as `guide/start`.
	 */
	path: string;
	/**
	 * Time at which the draft is scheduled to be published, in milliseconds since 1970-01-01 UTC.
	 */
	publish_at: number | null;
	/**
	 * Name of the Git source of the text; null if the text comes from no source in the settings, or is in the trash.
	 */
	source: string | null;
	state: PublicationState;
	title: string;
	updated_at: number;
	/**
	 * URL of the published text; for a draft, its URL after publication.
	 */
	url: string;
	/**
	 * Time at which a published news entry with a future date becomes visible, in milliseconds since 1970-01-01
	 * UTC.
	 */
	visible_at: number | null;
}
/**
 * Alt text of an image.
 */
export interface AltText {
	/**
	 * True if the image is decorative and needs no alt text.
	 */
	decorative: boolean;
	"en-US": string;
	"zh-CN": string;
}
/**
 * Fields of a curated answer to create or update.
 */
export interface AnswerChange {
	/**
	 * Answer in Markdown, at most 8,000 characters. Links begin with `/index/` or `https://`.
	 */
	answer: string;
	/**
	 * Last day on which the answer is used, in UTC, such as `2027-01-31`. Null or absent: it does not expire.
	 */
	expires?: string | null;
	/**
	 * Language of the answer: `zh`, `en`, `zh-CN`, or `en-US`.
	 */
	locale: string;
	/**
	 * Wordings of the question: at most 20, each at most 300 characters.
	 */
	patterns: string[];
}
/**
 * Feedback on an answer.
 */
export interface AnswerFeedback {
	helpful: boolean;
	/**
	 * Id of the answer.
	 */
	id: string;
	locale: string;
	state: AskState;
}
/**
 * A sentence or a code block of a language model's answer.
 */
export interface AnswerPiece {
	/**
	 * Number of the block. Pieces with the same number form one paragraph or one list item.
	 */
	block: number;
	kind: PieceKind;
	spans: AnswerSpan[];
	support: PieceSupport;
}
/**
 * A curated answer, written by an editor.
 */
export interface ApprovedAnswer {
	/**
	 * Answer as sanitized HTML.
	 */
	html: string;
	id: string;
	revision: number;
	updated_at: number;
}
/**
 * Publish gates of the areas.
 */
export interface AreaGates {
	docs: PublishGate;
	landing: PublishGate;
	news: PublishGate;
}
export interface Arrange {
	/**
	 * `id` of each block, in order.
	 */
	blocks: string[];
}
export interface ArrangedBlock {
	/**
	 * Title in English; null if there is no English text.
	 */
	en: string | null;
	/**
	 * Id of the page of the block.
	 */
	id: string;
	/**
	 * Name of the block: the `name` of this block on the front page.
	 */
	name: string;
	/**
	 * Title in Chinese; null if there is no Chinese text.
	 */
	zh: string | null;
}
/**
 * Answer to a question.
 */
export interface AskReply {
	/**
	 * Quotations in Markdown, each with the number of its citation: `… [1]`. Empty if the question is not about this
	 * site.
	 */
	answer: string;
	approved: ApprovedAnswer | null;
	citations: Citation[];
	/**
	 * Follow-up questions: titles and headings of related sections.
	 */
	follow_ups: string[];
	/**
	 * URL for contacting a person: a new issue or an e-mail with the question and the cited sections filled in, or
	 * null.
	 */
	handover: string | null;
	/**
	 * Id of the answer, for feedback.
	 */
	id: string;
	/**
	 * Language of the reader.
	 */
	locale: Locale;
	/**
	 * Answer that a language model wrote from the passages. Absent if the model gave no answer, for example because
	 * the request did not allow an answer of the model, a limit was reached, or the model failed.
	 */
	model?: AnswerPiece[];
	/**
	 * Reason why the answer of the model is missing or incomplete.
	 */
	notice?: ModelNotice;
	state: AskState;
}
/**
 * A verbatim passage of the site.
 */
export interface Citation {
	/**
	 * Column names, if the passage is a table row; otherwise empty.
	 */
	columns: string[];
	/**
	 * Heading of the section; empty for the text before the first heading.
	 */
	heading: string;
	/**
	 * `url` with a text fragment that highlights the quotation.
	 */
	highlight_url: string;
	/**
	 * Language of the passage.
	 */
	locale: Locale;
	/**
	 * Pairs of a word of the question and its form in the passage: `["超时", "timeout"]`.
	 */
	matched: [string, string][];
	/**
	 * Number of the citation in `answer`, from 1.
	 */
	n: number;
	newer: NewerPassage | null;
	/**
	 * Whether the section is outdated, because its counterpart in the other language was edited later.
	 */
	outdated: boolean;
	/**
	 * The passage, split into paragraphs, list items, table rows, and code.
	 */
	parts: CitedPart[];
	/**
	 * Passage as plain text, verbatim. Empty if it is withdrawn.
	 */
	quote: string;
	/**
	 * Title of the page.
	 */
	title: string;
	/**
	 * URL of the section, with its anchor.
	 */
	url: string;
	/**
	 * Whether the page no longer contains the passage. Always false unless the answer is shared.
	 */
	withdrawn: boolean;
}
/**
 * Counterpart of an outdated section: the section in the other language, which was edited later.
 */
export interface NewerPassage {
	locale: Locale;
	/**
	 * Title of the page.
	 */
	title: string;
	/**
	 * URL of the section, with its anchor.
	 */
	url: string;
}
/**
 * A block of a quotation, as plain text.
 */
export interface CitedPart {
	kind: PartKind;
	/**
	 * Number of a step in the list of its page. Absent for other blocks.
	 */
	number?: number;
	text: string;
}
/**
 * A question to the assistant.
 */
export interface AskRequest {
	/**
	 * Conversation so far, oldest first, at most six turns. A follow-up question such as "and how do I turn it off?"
	 * is searched together with the previous question.
	 */
	history?: Turn[] | null;
	/**
	 * Language of the reader: `zh`, `en`, `zh-CN`, or `en-US`.
	 */
	locale: string;
	/**
	 * Whether a language model, if the site has one, may write an answer from the passages. Default: `false`.
	 */
	model?: boolean | null;
	origin?: QuestionOrigin | null;
	/**
	 * URL of the page that the visitor reads. Sections of this page rank slightly higher.
	 */
	page?: string | null;
	question: string;
	/**
	 * `false` prevents storing the question for the operator. `DNT: 1` and `Sec-GPC: 1` have the same effect.
	 */
	store?: boolean | null;
}
/**
 * An earlier question and its answer.
 */
export interface Turn {
	/**
	 * Answer to the question. Only the language model uses it.
	 */
	answer?: string;
	question: string;
}
/**
 * Similarity of a curated answer to a question.
 */
export interface BenchCurated {
	id: string;
	/**
	 * Similarity of the most similar wording, from 0 to 1.
	 */
	similarity: number;
	/**
	 * Minimum similarity at which a curated answer is used.
	 */
	threshold: number;
}
/**
 * A question for the test bench. It is not stored.
 */
export interface BenchQuestion {
	/**
	 * Language of the reader: `zh`, `en`, `zh-CN`, or `en-US`.
	 */
	locale: string;
	/**
	 * URL of the page that the visitor reads.
	 */
	page?: string | null;
	question: string;
}
/**
 * The answer to a question, with the intermediate results of the assistant.
 */
export interface BenchReply {
	curated: BenchCurated | null;
	/**
	 * Kind of the question, determined by keywords.
	 */
	kind: string;
	/**
	 * Reply that a visitor receives.
	 */
	reply: AskReply;
	/**
	 * Sections found, best first.
	 */
	sections: BenchSection[];
	/**
	 * State of the answer according to the calibration. Curated answers are not considered.
	 */
	state: AskState;
	/**
	 * Words of the question that affect the result.
	 */
	terms: BenchTerm[];
	/**
	 * Estimated probability that the question is about the site, from 0 to 1.
	 */
	topic: number;
}
/**
 * A section that was found.
 */
export interface BenchSection {
	heading: string;
	/**
	 * Whether the answer quotes a passage of the section.
	 */
	is_quoted: boolean;
	locale: Locale;
	score: number;
	title: string;
	url: string;
}
/**
 * A word of a question.
 */
export interface BenchTerm {
	/**
	 * Whether a page of the site contains the word or a translation of it.
	 */
	is_known: boolean;
	/**
	 * Share of the word in the total weight of the question's words, from 0 to 1.
	 */
	share: number;
	word: string;
}
/**
 * A block of the front page.
 */
export interface Block {
	/**
	 * Entries; each begins at a heading of level 3.
	 */
	entries: BlockEntry[];
	/**
	 * Safe HTML of the text before the entries.
	 */
	html: string;
	kind: BlockKind;
	/**
	 * Language of the text.
	 */
	locale: Locale;
	/**
	 * Name, unique on the page: the id of the block's element.
	 */
	name: string;
	/**
	 * News, newest first; empty except for `news`.
	 */
	news: ListedNews[];
	/**
	 * Recently changed pages, newest first; empty except for `recent`.
	 */
	recent: RecentPage[];
	release: Release | null;
}
export interface BlockEntry {
	/**
	 * Safe HTML of the entry.
	 */
	html: string;
}
/**
 * A news entry in a list.
 */
export interface ListedNews {
	/**
	 * Publication time, in milliseconds since 1970-01-01 UTC.
	 */
	at: number;
	description: string;
	/**
	 * Language of the text; differs from the requested language if the entry exists only in the other one.
	 */
	locale: Locale;
	title: string;
	url: string;
}
/**
 * A recently changed page of the documentation.
 */
export interface RecentPage {
	title: string;
	updated_at: number;
	url: string;
}
/**
 * A release to download.
 */
export interface Release {
	files: Download[];
	version: string | null;
}
export interface Download {
	name: string;
	/**
	 * Platform such as `linux-x64` or `macos-arm64`; may be empty.
	 */
	platform: string;
	/**
	 * SHA-256 in hexadecimal digits.
	 */
	sha256: string | null;
	/**
	 * Size in bytes.
	 */
	size: number | null;
	url: string;
}
/**
 * Blocks of the front page in order, including drafts.
 */
export interface BlockOrder {
	blocks: ArrangedBlock[];
	/**
	 * True if the caller may change the order.
	 */
	can_reorder: boolean;
	/**
	 * Value for `If-Match`.
	 */
	revision: string;
}
/**
 * A broken link of a curated answer.
 */
export interface BrokenLink {
	/**
	 * Name of the rule of `pailou check`, such as `page-missing` or `anchor-missing`.
	 */
	code: string;
	/**
	 * The link and its missing target.
	 */
	detail: string;
	/**
	 * Line of the answer, from 1; null if unknown.
	 */
	line: number | null;
	/**
	 * URL of the link as written in the answer; null for a link without a URL.
	 */
	url: string | null;
}
/**
 * A built-in message of the interface.
 */
export interface BuiltInMessage {
	area: string;
	en: string;
	key: string;
	/**
	 * Chinese message; null if Chinese needs no separate form, for example for the singular.
	 */
	zh: string | null;
}
export interface BuiltInMessages {
	messages: BuiltInMessage[];
}
/**
 * A new revision of a page.
 */
export interface Change {
	/**
	 * The front matter with its delimiters. Default: unchanged.
	 */
	front_matter?: string | null;
	/**
	 * Text after the front matter.
	 */
	markdown: string;
}
/**
 * Result of a change.
 */
export interface Changed {
	issues: TextIssue[];
	/**
	 * The value of `If-Match` for the next change.
	 */
	revision: string;
	/**
	 * The URL of the page, which can change with the front matter.
	 */
	url: string;
}
/**
 * An issue in a text.
 */
export interface TextIssue {
	code: string;
	detail: string;
	/**
	 * Line number; 1 is the first line of the front matter.
	 */
	line: number | null;
}
/**
 * An event of a reader. Repeated requests with the same id count once.
 */
export interface Collect {
	/**
	 * Name of the event. Default: `search` if `search` is present, otherwise `pageview`.
	 */
	event?: string | null;
	/**
	 * A random id, chosen by the client.
	 */
	id: string;
	/**
	 * Locale of the page: `zh-CN` or `en-US`.
	 */
	locale?: string | null;
	/**
	 * The referrer, of which only the host and the port are stored.
	 */
	referrer?: string | null;
	search?: SearchEvent | null;
	/**
	 * URL of a page below `/index`, with or without the origin.
	 */
	url: string;
}
/**
 * A completed search. Do not send searches during typing.
 */
export interface SearchEvent {
	query: string;
	/**
	 * The number of results.
	 */
	results: number;
}
export interface ConfigChange {
	body: string;
	/**
	 * Time of publication, in milliseconds since 1970-01-01 UTC. Default: now.
	 */
	publish_at?: number | null;
}
export interface ConfigConfirmation {
	/**
	 * True keeps the new version; false immediately restores the previous one.
	 */
	keep: boolean;
}
/**
 * A site file: published, scheduled, or deleted.
 */
export interface ConfigValue {
	author: string | null;
	/**
	 * Text of the published version; null in a list.
	 */
	body: string | null;
	/**
	 * Broken links: URLs of this site that the site file links to and that do not exist.
	 */
	broken_links: string[];
	bytes: number | null;
	/**
	 * Time at which the current version was published or the site file was deleted.
	 */
	changed_at: number;
	/**
	 * Number of milliseconds until an unconfirmed stylesheet is reverted to the previous version.
	 */
	confirm_in: number | null;
	/**
	 * Number of the scheduled version.
	 */
	due: number | null;
	due_at: number | null;
	media_type: string;
	name: string;
	/**
	 * Value of `If-Match` for a change.
	 */
	revision: string;
	/**
	 * Number of the published version; null if none is published.
	 */
	version: number | null;
}
/**
 * A version of a site file. Versions are immutable.
 */
export interface ConfigVersion {
	author: string;
	/**
	 * Text of the version; null in a list.
	 */
	body: string | null;
	bytes: number;
	created_at: number;
	number: number;
	/**
	 * Number of the version that this one restores.
	 */
	restores: number | null;
}
export interface Confirm {
	/**
	 * Two-factor code; required if two-factor authentication is on.
	 */
	code?: string | null;
	password: string;
}
/**
 * Texts of a conflict: whole files, including front matter.
 */
export interface Conflict {
	/**
	 * Last common text; empty if there is none.
	 */
	base: string;
	commit: string;
	file: string;
	/**
	 * Merge of both texts. Lines that were changed in both texts are between conflict markers:
	 * `<<<<<<< ours` and `>>>>>>> theirs`. Null if the file is deleted in Git.
	 */
	merged: string | null;
	/**
	 * Text on the site.
	 */
	ours: string;
	source: string;
	/**
	 * Text in Git; null if the file is deleted there.
	 */
	theirs: string | null;
}
/**
 * A user or Git author who wrote published texts.
 */
export interface Contributor {
	/**
	 * Time of the last change.
	 */
	last_at: number;
	locales: Locale[];
	name: string;
	/**
	 * Number of texts; a page counts once in each language.
	 */
	texts: number;
}
/**
 * The same page in the other language.
 */
export interface Counterpart {
	locale: Locale;
	/**
	 * Number of segments of the counterpart that are outdated or not translated.
	 */
	outdated: number;
	state: TextState;
	url: string;
}
export interface CreatedInvitation {
	areas: string[];
	created_at: number;
	expires_at: number;
	id: string;
	locales: string[];
	made_by: string;
	note: string;
	role: Role;
	/**
	 * Invitation link; returned only once.
	 */
	url: string;
}
/**
 * A password reset link. Returned only once.
 */
export interface CreatedLink {
	expires_at: number;
	url: string;
}
export interface CreatedToken {
	created_at: number;
	expires_at: number;
	id: string;
	name: string;
	permissions: Permission[];
	/**
	 * Secret of the token; returned only once.
	 */
	token: string;
	used_at: number | null;
}
/**
 * A pending or finished delivery of a webhook.
 */
export interface Delivery {
	attempts: number;
	/**
	 * Request body.
	 */
	body: string;
	created_at: number;
	/**
	 * Reason why no response was received: `address`, `unknown-host`, `private`, `unreachable`,
	 * `tls`, `broken`, or `slow`. `invalid-secret`: the request could not be signed. `full`: the queue was full.
	 * `gone`: canceled because another delivery received a 410 response.
	 */
	error: string | null;
	event: string;
	/**
	 * Value of the header `webhook-id`, which is the same for each attempt.
	 */
	id: string;
	/**
	 * Time of the next attempt.
	 */
	next_at: number | null;
	/**
	 * Time of the last attempt; `took_ms`, `status`, and `error` describe its result.
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
 * A term with its translations, the most probable first.
 */
export interface DictionaryRow {
	locale: Locale;
	locked: boolean;
	/**
	 * Form of the term in the search index: case-folded; English terms are also stemmed.
	 */
	term: string;
	translations: DictionaryTranslation[];
	/**
	 * Number of sections that contain the term.
	 */
	used: number;
	/**
	 * Form of the term in the texts.
	 */
	written: string;
}
export interface DictionaryTranslation {
	decision: Decision | null;
	/**
	 * Probability that the translation is correct, from 0 (rejected) to 1.
	 */
	probability: number;
	term: string;
	written: string;
}
/**
 * A line, or a sequence of unchanged lines that are hidden.
 */
export interface DiffLine {
	kind: DiffKind;
	/**
	 * Line number in the newer text.
	 */
	new: number | null;
	/**
	 * Line number in the older text.
	 */
	old: number | null;
	/**
	 * Pieces of the line with their kind of change; empty for hidden lines.
	 */
	pieces: ["same" | "old" | "new", string][];
	/**
	 * Number of hidden lines.
	 */
	skipped: number;
}
/**
 * The new content of a draft.
 */
export interface DraftChange {
	/**
	 * Revision of the published text that the client merged into `text`: the `current.revision` of a `stale` response
	 * to a publish request.
	 */
	base?: string | null;
	text: string;
}
/**
 * The changes that publishing a draft would make.
 */
export interface DraftChanges {
	/**
	 * True if there is a change outside the segments, such as the title or the path.
	 */
	front_matter: boolean;
	issues: LintIssue[];
	/**
	 * Value of `If-Match` for publishing.
	 */
	revision: string;
	segments: SegmentChange[];
}
export interface LintIssue {
	/**
	 * Stable code, for localized messages.
	 */
	code: string;
	/**
	 * Name or path that the issue concerns, or the message of the parser.
	 */
	detail: string;
	/**
	 * Corrected text of the line; null if the check offers no correction.
	 */
	fix: string | null;
	line: number | null;
	/**
	 * Severity: `error`, `warning`, or `note`.
	 */
	severity: string;
}
export interface SegmentChange {
	/**
	 * Number of segments of the other language that become outdated with the verdict `meaning`; 0
	 * if no verdict is needed.
	 */
	affected: number;
	/**
	 * Aligned text in the other language; empty if there is none.
	 */
	counterpart: string;
	/**
	 * True if the draft of the other language also changes the counterpart.
	 */
	counterpart_changed: boolean;
	/**
	 * True if the counterpart was outdated before this change.
	 */
	counterpart_outdated: boolean;
	id: string;
	kind: string;
	/**
	 * Line in the draft; null for a deleted segment.
	 */
	line: number | null;
	/**
	 * True if the segment is new and has no counterpart, so that the other language lacks it after the publication.
	 */
	not_translated: boolean;
	/**
	 * True if the published segment is outdated, an untranslated copy, or missing, so that this change may update the
	 * translation.
	 */
	outdated: boolean;
	/**
	 * Pieces of the changed Markdown, in text order.
	 */
	pieces: ["same" | "old" | "new", string][];
	/**
	 * Suggested verdict if only this language is published: `wording` if only markup changed, `translated` if
	 * `outdated` is true, otherwise `meaning`. If both languages are published together and `counterpart_changed` is
	 * true, suggest `translated` instead.
	 */
	suggested: Verdict;
}
/**
 * A segment, the unit of translation: for example a paragraph, heading, or table row.
 */
export interface DraftSegment {
	acknowledged: Acknowledged | null;
	/**
	 * Ids of the aligned segments in the other language.
	 */
	counterparts: string[];
	/**
	 * Last line of the segment, including trailing blank lines. The closing line of a container belongs to no segment.
	 */
	end_line: number;
	id: string;
	kept: Acknowledged | null;
	/**
	 * Kind of the segment, such as `heading-2`, `paragraph`, `list-item`, or `code`.
	 */
	kind: string;
	/**
	 * First line of the segment.
	 */
	line: number;
	/**
	 * True if the segment is outdated in the draft and in the published text, so that it can be marked as still
	 * correct.
	 */
	may_acknowledge: boolean;
	/**
	 * Heading id of the section; null above the first heading.
	 */
	section: string | null;
	state: SegmentState;
}
/**
 * A user who has a page open.
 */
export interface Editing {
	/**
	 * Time of the last presence report, in milliseconds since 1970-01-01 UTC.
	 */
	at: number;
	locale: Locale;
	name: string;
}
/**
 * Results of an evaluation. All are from 0 to 1, except the number of questions.
 */
export interface EvaluationMetrics {
	/**
	 * Share of the on-topic questions that are answered.
	 */
	answered: number;
	/**
	 * Share of the off-topic questions that are answered.
	 */
	answered_off_topic: number;
	/**
	 * Share of the on-topic questions that are answered although the page with the answer is left out.
	 */
	answered_removed: number;
	/**
	 * Area under the ROC curve of the topic probability as a classifier of on-topic and off-topic questions.
	 */
	auroc: number;
	languages: LanguageMetrics[];
	/**
	 * Share of the off-topic questions whose topic probability is below a threshold. The threshold is the highest
	 * value that 90 % of the on-topic questions reach.
	 */
	refused: number;
	/**
	 * Share of the quotations that the section at their URL contains verbatim.
	 */
	verbatim: number;
}
/**
 * Results for the on-topic questions of one language. The evaluation file lists the expected sections of each
 * question; a URL without an anchor includes all sections of its page.
 */
export interface LanguageMetrics {
	/**
	 * Share of the questions whose answer quotes an expected section.
	 */
	cited: number;
	/**
	 * Number of questions.
	 */
	count: number;
	/**
	 * Language of the questions: `zh-CN` or `en-US`.
	 */
	locale: string;
	/**
	 * Share of the questions for which the page of an expected section is among the first five pages found.
	 */
	page_at_5: number;
	/**
	 * Share of the questions for which the first result is an expected section.
	 */
	section_at_1: number;
	/**
	 * Share of the questions for which an expected section is among the first five results.
	 */
	section_at_5: number;
}
/**
 * A change of a page, in each published language, or of a site file. A test event contains
 * neither. For the event `translation.outdated`, `texts` contains only the outdated text.
 */
export interface EventPayload {
	/**
	 * Name of the user who made the change; `git` or `import` if the change was imported.
	 */
	by: string;
	outdated?: OutdatedPayload;
	/**
	 * Id of the page.
	 */
	page?: string;
	texts?: TextPayload[];
	value?: ValuePayload;
}
/**
 * Segments of one language that a change of the other language made outdated.
 */
export interface OutdatedPayload {
	/**
	 * Commit of that revision, if it comes from Git.
	 */
	commit?: string;
	/**
	 * Language with the outdated segments.
	 */
	locale: string;
	/**
	 * Number of the revision in the other language that made the segments outdated.
	 */
	revision: number;
	/**
	 * Heading ids of the sections with newly outdated segments, in text order; none for text above the first heading.
	 */
	sections: string[];
	/**
	 * Number of newly outdated segments.
	 */
	segments: number;
}
export interface TextPayload {
	locale: string;
	/**
	 * URL before the page was moved.
	 */
	old_url?: string;
	title: string;
	url: string;
}
export interface ValuePayload {
	name: string;
	url: string;
	/**
	 * Published version; null if the site file was deleted.
	 */
	version: number | null;
}
/**
 * Pair of aligned sentences.
 */
export interface Evidence {
	en: string;
	zh: string;
}
/**
 * A reader's feedback on a page.
 */
export interface Feedback {
	/**
	 * Whether the page helped: `yes` or `no`.
	 */
	answer: string;
	/**
	 * An optional comment.
	 */
	comment?: string | null;
	/**
	 * A random id, chosen by the client. A request with the same id replaces the earlier feedback; without an
	 * id, each request counts.
	 */
	id?: string | null;
	/**
	 * `revision` of the page that the client read. If absent or unknown, the published revision is
	 * used.
	 */
	revision?: string | null;
	/**
	 * URL of the page, such as `/index/zh/docs/guide/start`.
	 */
	url: string;
}
/**
 * Numbers of helpful and unhelpful answers of one state in one language, according to the feedback of visitors.
 */
export interface FeedbackCount {
	helpful: number;
	locale: Locale;
	/**
	 * State of the answers: `answered`, `closest`, or `off_topic`.
	 */
	state: string;
	unhelpful: number;
}
/**
 * Invalid field of a request body or query.
 */
export interface FieldError {
	/**
	 * Stable error code, for localized messages.
	 */
	code: string;
	column?: number;
	/**
	 * English error message.
	 */
	detail: string;
	/**
	 * Name of the field in the request.
	 */
	field: string;
	/**
	 * Line in a long text, from 1; columns are in UTF-16 code units.
	 */
	line?: number;
}
/**
 * A group of similar questions that were not answered, were answered only in the other language, or got negative
 * feedback.
 */
export interface Gap {
	/**
	 * Number of questions for which only the closest passages were found.
	 */
	closest: number;
	/**
	 * Number of questions.
	 */
	count: number;
	/**
	 * Distinct wordings, newest first, at most five.
	 */
	examples: string[];
	/**
	 * Id of the newest question.
	 */
	id: string;
	last_question_at: number;
	locale: Locale;
	nearest: NearestSection | null;
	/**
	 * Notes of the reported questions, at most five.
	 */
	notes: string[];
	/**
	 * Number of questions that were classified as not about the site.
	 */
	off_topic: number;
	/**
	 * Text of the newest question.
	 */
	question: string;
	/**
	 * Number of questions that were reported as not answered.
	 */
	reported: number;
	/**
	 * Sum of the weights of the questions. A new question weighs 1, or less if it repeats a question of the same day;
	 * the weight halves every 14 days.
	 */
	score: number;
	/**
	 * Words that at least half of the questions contain, in lower case. The most frequent words are first; of equally
	 * frequent words, those that the site's pages do not contain.
	 */
	terms: string[];
	/**
	 * Whether the best section found is in the other language for most of the questions for which a section was found.
	 */
	translation_gap: boolean;
	/**
	 * Number of questions with negative feedback.
	 */
	unhelpful: number;
}
/**
 * A section of a page.
 */
export interface NearestSection {
	locale: Locale;
	/**
	 * Title of the page and heading of the section.
	 */
	title: string;
	/**
	 * URL of the section, with its anchor.
	 */
	url: string;
}
/**
 * Result of reporting a question.
 */
export interface GapReceipt {
	/**
	 * Whether the question was stored. `false` if the site does not store questions or the visitor has opted out.
	 */
	stored: boolean;
}
/**
 * The gap report.
 */
export interface GapReport {
	/**
	 * Time of the report.
	 */
	as_of: number;
	/**
	 * Number of days for which questions are stored.
	 */
	days: number;
	/**
	 * Gaps with the highest score first, at most 100.
	 */
	gaps: Gap[];
	/**
	 * Whether questions are stored (setting `assistant.questions`).
	 */
	is_on: boolean;
}
/**
 * A term of the glossary of the site.
 */
export interface GlossaryTerm {
	/**
	 * Translations that `pailou check` reports.
	 */
	forbidden: string[];
	/**
	 * English term.
	 */
	term: string;
	/**
	 * Chinese translation; may be empty.
	 */
	translation: string;
}
export interface Heading {
	/**
	 * The id of the aligned heading in the other language, which is a valid fragment on this page too.
	 */
	counterpart_id: string | null;
	/**
	 * Earlier ids of the heading, which are still valid fragments.
	 */
	earlier_ids: string[];
	id: string;
	level: number;
	text: string;
}
/**
 * A section that matches the query.
 */
export interface Hit {
	/**
	 * `docs`, or `news` for a news entry.
	 */
	area: string;
	heading: string;
	locale: Locale;
	/**
	 * Ranges to highlight in the snippet: start and end, in UTF-16 code units.
	 */
	marks: [number, number][];
	/**
	 * Pairs of a query term and its form in the text.
	 */
	matched: [string, string][];
	/**
	 * The number of matching sections of the same page that are not in this response.
	 */
	more: number;
	score: number;
	snippet: string;
	title: string;
	url: string;
}
/**
 * Result of an import or of a dry run.
 */
export interface ImportReport {
	/**
	 * Pages of earlier imports whose files are not in the archive.
	 */
	absent: AbsentPage[];
	/**
	 * File by which the generator was detected; null if the generator was not detected by a file.
	 */
	because: string | null;
	changed: number;
	dry_run: boolean;
	/**
	 * Number of files other than pages.
	 */
	files: number;
	/**
	 * Detected generator.
	 */
	generator: string;
	issues: SourceIssues;
	new: number;
	/**
	 * Number of texts found; a page in two languages counts twice.
	 */
	pages: number;
	/**
	 * Whether the pages in `absent` were moved to the trash, or would be moved without `dry_run`.
	 */
	prune: boolean;
	same: number;
}
/**
 * Issues in files.
 */
export interface SourceIssues {
	/**
	 * Number of issues that are in no group of `worst`.
	 */
	more: number;
	/**
	 * At most 200 groups of issues, the most severe first. A group contains the issues with the same file, code, and
	 * detail. If there were more than 200 groups, the issues with the same file and code form one group.
	 */
	worst: SourceIssue[];
}
/**
 * Group of issues in a file, with the fields of the first issue.
 */
export interface SourceIssue {
	code: string;
	/**
	 * Number of issues in the group; line and detail are those of the first one.
	 */
	count: number;
	detail: string;
	/**
	 * Path in the repository.
	 */
	file: string;
	line: number | null;
	/**
	 * `error`, `warning`, or `note`.
	 */
	severity: string;
}
/**
 * The complete list of intentional untranslated copies in this language of the page.
 */
export interface IntentionalCopies {
	/**
	 * `revision` of the text in the other language, as the client last read it.
	 */
	other?: string | null;
	/**
	 * Ids of the segments, including segments that exist only in the draft; an empty list removes all intentional
	 * copies.
	 */
	segments: string[];
}
/**
 * A pending invitation.
 */
export interface Invitation {
	areas: string[];
	created_at: number;
	expires_at: number;
	id: string;
	locales: string[];
	made_by: string;
	/**
	 * The administrator's note about the recipient.
	 */
	note: string;
	role: Role;
	/**
	 * False while the creator of the invitation is disabled or may not manage accounts of this role.
	 */
	usable: boolean;
}
export interface InvitationCode {
	code: string;
}
/**
 * Details of an invitation link or a password reset link.
 */
export interface InvitationDetails {
	/**
	 * Areas that the account is limited to (`docs`, `landing`); empty for no limit.
	 */
	areas: string[];
	expires_at: number;
	kind: InvitationKind;
	/**
	 * Languages that the account is limited to (`zh`, `en`); empty for no limit.
	 */
	locales: string[];
	/**
	 * Name of the account whose password is reset; null for an invitation.
	 */
	name: string | null;
	role: Role;
}
export interface Landing {
	blocks: Block[];
	counterpart: Counterpart;
	description: string;
	/**
	 * Language of the first block; differs from the requested language if the block exists only in the other one.
	 */
	locale: Locale;
	title: string;
}
/**
 * A curated answer.
 */
export interface ListedAnswer {
	/**
	 * Answer in Markdown.
	 */
	answer: string;
	/**
	 * Links of the answer whose target does not exist.
	 */
	broken: BrokenLink[];
	created_at: number;
	/**
	 * Last day on which the answer is used, in UTC, such as `2027-01-31`; null if it does not expire.
	 */
	expires: string | null;
	id: string;
	is_expired: boolean;
	locale: Locale;
	/**
	 * Wordings of the question.
	 */
	patterns: string[];
	/**
	 * Revision, to send in `If-Match`.
	 */
	revision: string;
	updated_at: number;
	updated_by: string;
}
/**
 * A text that has changed both on the site and in Git.
 */
export interface ListedConflict {
	commit: string;
	created_at: number;
	/**
	 * True if the file is deleted in Git.
	 */
	deleted: boolean;
	/**
	 * Value of `If-Match` for the resolution.
	 */
	etag: string;
	file: string;
	id: string;
	locale: Locale;
	source: string;
	title: string;
	url: string;
}
/**
 * A reader's feedback, as displayed to administrators.
 */
export interface ListedFeedback {
	/**
	 * `yes` or `no`.
	 */
	answer: string;
	/**
	 * Time of the feedback, in milliseconds since 1970-01-01 UTC.
	 */
	at: number;
	comment: string;
	/**
	 * Language of the text.
	 */
	locale: Locale;
	title: string;
	url: string;
}
/**
 * A documentation page in a list.
 */
export interface ListedPage {
	counterpart: Counterpart | null;
	/**
	 * Description from the front matter; empty if there is none.
	 */
	description: string;
	key: string;
	locale: Locale;
	state: TextState;
	title: string;
	updated_at: number;
	url: string;
}
/**
 * A preview link that has not expired.
 */
export interface ListedPreviewLink {
	/**
	 * User who created the link.
	 */
	created_by: string;
	expires_at: number;
	id: string;
	locale: string;
	/**
	 * Id of the page.
	 */
	page: string;
	title: string;
}
/**
 * A stored question, with personal data masked.
 */
export interface ListedQuestion {
	/**
	 * Whether the question was answered by a curated answer.
	 */
	approved: boolean;
	created_at: number;
	/**
	 * Whether the answer helped, according to the visitor; null without feedback.
	 */
	helpful: boolean | null;
	id: string;
	locale: Locale;
	nearest: NearestSection | null;
	/**
	 * Note of a reported question; empty for other questions.
	 */
	note: string;
	origin: QuestionOrigin;
	question: string;
	state: QuestionState;
}
/**
 * A redirect to a page.
 */
export interface ListedRedirect {
	by: RedirectBy;
	created_at: number;
	/**
	 * True if another page uses the old path now; that page takes precedence over the redirect.
	 */
	is_taken: boolean;
	locale: Locale;
	/**
	 * The old path within the documentation.
	 */
	old: string;
	/**
	 * The URL of the target in this language; null while the target is unpublished.
	 */
	target: string | null;
	title: string | null;
	url: string;
}
/**
 * An account, as displayed to administrators.
 */
export interface ListedUser {
	areas: string[];
	created_at: number;
	disabled: boolean;
	id: string;
	locales: string[];
	name: string;
	/**
	 * Number of passkeys.
	 */
	passkeys: number;
	/**
	 * Value of `If-Match` for a change.
	 */
	revision: string;
	role: Role;
	second_factor: boolean;
	/**
	 * Time at which a session of the user was last used; null if there was none. API tokens do not count.
	 */
	seen_at: number | null;
}
/**
 * Translation status of the whole site.
 */
export interface LocalizationOverview {
	/**
	 * Time at which the counts were computed.
	 */
	as_of: number;
	/**
	 * Whether page views were counted. If not, the order `priority` depends only on the share of segments that are
	 * outdated or not translated, and on their age.
	 */
	has_views: boolean;
	/**
	 * True if the last daily record is missing or more than two hours old. The record is updated every ten minutes.
	 */
	late: boolean;
	/**
	 * Time of the last daily record for the trend; `null` if there is none.
	 */
	recorded_at: number | null;
	/**
	 * One row per language and area. Besides the areas of pages there are `navigation`, `interface` (messages), and
	 * `alt_text` (of media files).
	 */
	rows: Status[];
}
/**
 * Segments of one area in one language, by translation state. Each segment counts once, as the first of these states
 * that applies: not translated, not aligned, outdated, not reviewed, up to date. These five numbers add up to
 * `total`.
 */
export interface Status {
	area: string;
	as_of: number;
	locale: Locale;
	machine_translated: number;
	not_aligned: number;
	/**
	 * Includes the machine-translated segments. 0 in this release: no text of a suggestion, a translation memory, or a
	 * machine can be published yet.
	 */
	not_reviewed: number;
	not_translated: number;
	outdated: number;
	/**
	 * Number of segments that exist in at least one language.
	 */
	total: number;
	up_to_date: number;
}
export interface LogEntry {
	action: string;
	/**
	 * Name of the user who did the action; empty if unknown.
	 */
	actor: string;
	/**
	 * Account id of this user, stable across renames; empty if unknown.
	 */
	actor_id: string;
	address: string;
	/**
	 * State after the action, in the same format.
	 */
	after: string | null;
	/**
	 * User agent; `cli` for the command line of the server, `timer` for scheduled site files, `schedule` for
	 * scheduled pages, `git` for Git updates.
	 */
	agent: string;
	at: number;
	/**
	 * State before the action, as JSON. A state above 16 KiB is replaced by an object with `beginning`, `bytes`, and
	 * `hash` (SHA-256).
	 */
	before: string | null;
	/**
	 * Current name of the account, if it differs from `actor`; otherwise null.
	 */
	current_name: string | null;
	id: number;
	subject: string;
	/**
	 * Name of the API token of the request; empty for a request without an API token.
	 */
	token: string;
}
export interface Login {
	/**
	 * Two-factor code: six digits, or a recovery code.
	 */
	code?: string | null;
	password: string;
	username: string;
}
/**
 * Login methods other than password and passkey.
 */
export interface LoginMethods {
	oidc: OidcLabel | null;
}
/**
 * Display name of the identity provider.
 */
export interface OidcLabel {
	en: string;
	zh: string;
}
/**
 * A file with the pages and site files that use it.
 */
export interface MediaDetail {
	file: MediaFile;
	/**
	 * Names of the site files that use the file in their published, previous, or scheduled
	 * version.
	 */
	used_in: string[];
	used_on: MediaUse[];
	/**
	 * Widths in pixels of the smaller variants that browsers can request.
	 */
	widths: number[];
}
/**
 * A media file that pages can embed.
 */
export interface MediaFile {
	alt_text: AltText;
	/**
	 * User who uploaded the file or last changed its alt text.
	 */
	author: string | null;
	bytes: number;
	/**
	 * Time of the last change, in milliseconds since 1970-01-01 UTC.
	 */
	changed_at: number;
	/**
	 * `image`, `video`, `audio`, or `file`.
	 */
	class: string;
	height: number | null;
	media_type: string;
	/**
	 * Path below the media folder; pages refer to the file by `/` and this path.
	 */
	path: string;
	/**
	 * Value of `If-Match` for a change.
	 */
	revision: string;
	/**
	 * Git source of the file; such a file can be changed only in its repository.
	 */
	source: string | null;
	/**
	 * URL of the file on the site.
	 */
	url: string;
	/**
	 * Number of pages and site files that use the file, including drafts and pages in the trash.
	 */
	uses: number;
	/**
	 * Width and height in pixels, for images.
	 */
	width: number | null;
}
export interface MediaUse {
	/**
	 * True if an unpublished draft of the page uses the file.
	 */
	draft: boolean;
	locale: Locale;
	page_id: string;
	title: string;
	/**
	 * True if the page is in the trash.
	 */
	trash: boolean;
	url: string;
}
/**
 * A section that exists only in the other language.
 */
export interface MissingSection {
	/**
	 * Id of its heading in the other language.
	 */
	id: string;
	text: string;
}
/**
 * Settings and API key to store.
 */
export interface ModelChange {
	/**
	 * New API key. An empty string deletes the stored key. Without this field the key is kept, or deleted if the
	 * scheme, host, or port of the base URL changes.
	 */
	api_key?: string | null;
	settings: ModelSettings;
}
/**
 * Settings of the language model. All prices and costs are in the same currency.
 */
export interface ModelSettings {
	/**
	 * Maximum number of tokens of an answer, including reasoning.
	 */
	answer_tokens: number;
	/**
	 * Base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`.
	 */
	base_url: string;
	/**
	 * Maximum time between two tokens, in milliseconds.
	 */
	between_tokens_ms: number;
	/**
	 * Maximum time to connect, in milliseconds.
	 */
	connect_ms: number;
	/**
	 * Maximum cost per day (UTC); no limit if null.
	 */
	daily_cost: number | null;
	/**
	 * Maximum number of tokens per day (UTC), prompts and answers together; no limit if null.
	 */
	daily_tokens: number | null;
	/**
	 * Additional fields of each request as a JSON object, such as `{"thinking": {"type": "disabled"}}`.
	 */
	extra: string;
	/**
	 * Maximum time to the first token, in milliseconds.
	 */
	first_token_ms: number;
	/**
	 * Price of one million prompt tokens.
	 */
	input_price: number;
	/**
	 * Whether the model is used to answer questions.
	 */
	is_on: boolean;
	/**
	 * Name of the model on the server.
	 */
	model: string;
	/**
	 * Price of one million answer tokens.
	 */
	output_price: number;
	/**
	 * Approximate maximum number of tokens of a prompt.
	 */
	prompt_tokens: number;
	/**
	 * Maximum time to the end of the answer, in milliseconds.
	 */
	total_ms: number;
	/**
	 * Maximum number of model answers per visitor and hour.
	 */
	visitor_answers: number;
}
/**
 * The language model of the assistant.
 */
export interface ModelState {
	/**
	 * Whether an API key is stored. It is never returned.
	 */
	has_key: boolean;
	/**
	 * Revision of the settings, to send in `If-Match`.
	 */
	revision: string;
	settings: ModelSettings;
	/**
	 * Usage on the current day (UTC).
	 */
	today: ModelUsage;
}
/**
 * Usage of the model on the current day (UTC).
 */
export interface ModelUsage {
	/**
	 * Number of answers.
	 */
	answers: number;
	/**
	 * Cost in the currency of the prices.
	 */
	cost: number;
	/**
	 * Number of prompts that the server has probably truncated, because it counted far fewer tokens than were sent.
	 */
	cut_prompts: number;
	/**
	 * Number of prompt tokens.
	 */
	input_tokens: number;
	/**
	 * Number of answer tokens.
	 */
	output_tokens: number;
}
/**
 * Result of a connection test.
 */
export interface ModelTest {
	/**
	 * Result code: `ok`, `model-missing`, or an error code such as `unreachable`, `private`, or `key-refused`.
	 */
	code: string;
	/**
	 * Error details in English, for developers. They may contain a message of the server. Empty on success.
	 */
	detail: string;
	/**
	 * Names of the models that the server lists.
	 */
	models: string[];
}
/**
 * New path of a page. Both languages move; the old URLs redirect to the new ones.
 */
export interface Move {
	/**
	 * Path, such as `guide/start`.
	 */
	path: string;
}
/**
 * Entries of header and footer in both languages, if they replace the built-in ones.
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
 * A navigation entry in one language.
 */
export interface NavigationEntry {
	label: string;
	to: string;
}
export interface NewInvitation {
	areas: string[];
	/**
	 * Days until the link expires, from 1 to 30.
	 */
	days: number;
	locales: string[];
	note: string;
	role: string;
}
/**
 * A new page, which starts as a draft.
 */
export interface NewPage {
	/**
	 * Area: `docs`, `news`, or `landing` for a block of the front page.
	 */
	area: string;
	/**
	 * Kind of the block, such as `features`; empty for other pages.
	 */
	block?: string;
	/**
	 * Date of a news entry whose path contains none, such as `2026-11-22`. Default: today (UTC).
	 */
	date?: string | null;
	/**
	 * Source language of the page.
	 */
	locale: string;
	/**
	 * Path, such as `guide/start`; for a block, its name, which is its heading id.
	 */
	path: string;
	title: string;
}
export interface NewPasskey {
	/**
	 * Response of the authenticator, serialized by `toJSON()` in the browser.
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
	 * Locale of `old` and of `target`, if they do not contain one: `zh`, `en`, `zh-CN`, or `en-US`.
	 */
	locale: string;
	/**
	 * Old path: `/index/en/docs/old`, `old.html`, or the full URL.
	 */
	old: string;
	/**
	 * Path or URL of the target page, in the same formats as `old`.
	 */
	target: string;
}
export interface NewToken {
	/**
	 * Days until the token expires, from 1 to 366.
	 */
	days: number;
	name: string;
	/**
	 * Permissions of the token, a subset of those of the user.
	 */
	permissions: string[];
}
/**
 * A new upload.
 */
export interface NewUpload {
	bytes: number;
	/**
	 * Original name of the file.
	 */
	name: string;
	/**
	 * Path of the file to replace.
	 */
	replaces?: string | null;
}
export interface NewWebhook {
	/**
	 * HTTPS URL of a public host. HTTP URLs and private addresses require a host that the settings
	 * allow.
	 */
	endpoint: string;
	/**
	 * Events to send; empty for all events.
	 */
	events: WebhookEvent[];
	note: string;
}
/**
 * A news entry.
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
 * Authorization request to the identity provider.
 */
export interface OidcRequest {
	/**
	 * Key that the browser stores and sends with the callback.
	 */
	key: string;
	url: string;
}
/**
 * Callback from the identity provider: the query parameters, and the key of the authorization
 * request.
 */
export interface OidcResponse {
	code: string;
	iss?: string | null;
	key: string;
	state: string;
}
/**
 * The language of a page that a user has open.
 */
export interface Open {
	/**
	 * Language: `zh`, `en`, `zh-CN`, or `en-US`.
	 */
	locale: string;
}
export interface OtherHtml {
	/**
	 * Safe HTML in the other language, without ids.
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
 * A segment whose counterpart has changed since the translation.
 */
export interface OutdatedSegment {
	/**
	 * The change of the counterpart: `minor` (markup only), `major`, or `removed`.
	 */
	change: string;
	/**
	 * True if both texts have changed.
	 */
	conflict: boolean;
	/**
	 * Id of the heading of its section.
	 */
	heading_id: string | null;
	id: string;
	kind: string;
	/**
	 * The changes in the other language since the translation, as Markdown, in order; empty if unknown.
	 */
	pieces: ["same" | "old" | "new", string][];
}
export interface OwnLink {
	/**
	 * Time at which the account was linked to the identity provider; null if it is not linked.
	 */
	linked_at: number | null;
}
/**
 * A passkey, without its public key.
 */
export interface OwnPasskey {
	created_at: number;
	id: string;
	name: string;
	used_at: number | null;
}
/**
 * A session of the user.
 */
export interface OwnSession {
	/**
	 * IP address of the login.
	 */
	address: string;
	/**
	 * User agent of the client.
	 */
	agent: string;
	created_at: number;
	expires_at: number;
	id: string;
	/**
	 * True for the session of this request.
	 */
	is_current: boolean;
	seen_at: number;
}
/**
 * An API token.
 */
export interface OwnToken {
	created_at: number;
	expires_at: number;
	id: string;
	name: string;
	permissions: Permission[];
	used_at: number | null;
}
/**
 * A published page.
 */
export interface Page {
	/**
	 * The authors of the text, latest first. Empty for files that were imported without Git.
	 */
	authors: string[];
	breadcrumbs: PageLink[];
	commit: PageCommit | null;
	counterpart: Counterpart | null;
	description: string;
	edit_url: string | null;
	headings: Heading[];
	/**
	 * Safe HTML, without the title. Outdated segments are in `<div class="outdated">`, followed by `<template
	 * data-outdated="0 2">` with indexes into `outdated`.
	 */
	html: string;
	key: string;
	locale: Locale;
	/**
	 * Markdown of the page without front matter; absent if the request has `markdown=false`.
	 */
	markdown?: string;
	/**
	 * The outermost sections that exist only in the other language, in the order of the text in that language.
	 */
	missing_sections: MissingSection[];
	next: PageLink | null;
	/**
	 * The number of segments of the other language that this text lacks.
	 */
	not_translated: number;
	outdated: OutdatedSegment[];
	previous: PageLink | null;
	reading_minutes: number;
	/**
	 * The requested language. `locale` is the language of the returned text. The two differ if the page does not exist
	 * in the requested language.
	 */
	requested_locale: Locale;
	revision: string;
	source_locale: Locale;
	/**
	 * Translation state of the returned text.
	 */
	state: TextState;
	title: string;
	updated_at: number;
	url: string;
	/**
	 * Name of the old documentation version to which the page belongs; null for a current page.
	 */
	version: string | null;
	/**
	 * The page in each version; empty if there is only one version.
	 */
	versions: VersionPlace[];
}
/**
 * A link to the previous or next page, or a breadcrumb.
 */
export interface PageLink {
	title: string;
	/**
	 * URL; null for a folder without a page.
	 */
	url: string | null;
}
export interface PageCommit {
	/**
	 * Path of the page's file in the repository.
	 */
	file: string;
	id: string;
	/**
	 * Name of the Git source.
	 */
	source: string;
	/**
	 * URL of the commit on the Git host.
	 */
	url: string | null;
}
/**
 * A page in a version.
 */
export interface VersionPlace {
	/**
	 * False if the version lacks the page; the URL is then that of the nearest ancestor that the version has.
	 */
	has_page: boolean;
	/**
	 * Display name of the version; empty for the current pages if they have no name.
	 */
	label: string;
	/**
	 * Name of the version in URLs; empty for the current pages if they have no name.
	 */
	name: string;
	state: VersionState;
	url: string;
}
/**
 * Publish gate of a page, and the publish gate of its area.
 */
export interface PageGate {
	area: PublishGate;
	own: PublishGate | null;
}
/**
 * The new parent of a page in the navigation.
 */
export interface PageParentChange {
	/**
	 * Id of a documentation page; `null` to determine the parent by the path of the page.
	 */
	parent: string | null;
}
/**
 * New publish gate of a page.
 */
export interface PagePublishGateChange {
	gate: PublishGate | null;
}
/**
 * Translation state of a page in one language. The five states add up to `total`.
 */
export interface PageStatus {
	area: string;
	key: string;
	locale: Locale;
	machine_translated: number;
	not_aligned: number;
	/**
	 * Includes the machine-translated segments. 0 in this release: no text of a suggestion, a translation memory, or a
	 * machine can be published yet.
	 */
	not_reviewed: number;
	not_translated: number;
	outdated: number;
	/**
	 * Earliest time since which a segment is outdated or not translated; `null` if there is no such segment. If the
	 * page has no text in this language, it is the time of the first version in the other language.
	 */
	pending_since: number | null;
	/**
	 * Time of the last change in the other language; `null` if the page does not exist in that language.
	 */
	source_changed_at: number | null;
	source_locale: Locale;
	/**
	 * Title in the language `title_locale`, which is the other language if there is no translation.
	 */
	title: string;
	title_locale: Locale;
	total: number;
	up_to_date: number;
	url: string;
	/**
	 * Number of page views in the last 30 days, both languages together.
	 */
	views: number;
}
export interface PageViews {
	pageviews: number;
	path: string;
}
/**
 * A page in both languages side by side.
 */
export interface Parallel {
	locale: Locale;
	other: OtherText | null;
	/**
	 * Rows in the order of the requested text.
	 */
	rows: ParallelRow[];
}
/**
 * A row of aligned blocks.
 */
export interface ParallelRow {
	/**
	 * Safe HTML of the requested text; empty if only the other text has this block.
	 */
	html: string;
	other: OtherHtml | null;
	/**
	 * Ids of the segments of the row in the requested text. If the requested text has none, ids in the other text.
	 */
	segments: string[];
	state: RowState;
}
/**
 * The parent of a page in the navigation.
 */
export interface ParentPage {
	id: string;
	/**
	 * Language of `path` and `title`: the source language of the child if the parent has a text in this language,
	 * otherwise the other language.
	 */
	locale: Locale;
	path: string;
	title: string;
}
export interface PasskeyCredential {
	/**
	 * Response of the authenticator, serialized by `toJSON()` in the browser.
	 */
	credential: object;
}
export interface PasskeyName {
	name: string;
}
/**
 * The challenge for an authenticator.
 */
export interface PasskeyOptions {
	/**
	 * Argument of `PublicKeyCredential.parseCreationOptionsFromJSON` or
	 * `parseRequestOptionsFromJSON`.
	 */
	options: object;
}
/**
 * A preview of a text. Nothing is stored.
 */
export interface Preview {
	blocks: PreviewBlock[];
	headings: PreviewHeading[];
	/**
	 * Issues in the text, in the order of their lines.
	 */
	issues: LintIssue[];
	title: string;
	words: WordCount;
}
/**
 * A top-level block, such as a paragraph, list, or table.
 */
export interface PreviewBlock {
	/**
	 * Sanitized HTML.
	 */
	html: string;
	/**
	 * First line of the block in the text.
	 */
	line: number;
}
export interface PreviewHeading {
	level: number;
	line: number;
	text: string;
}
/**
 * Length of the text, without code.
 */
export interface WordCount {
	/**
	 * Number of Chinese characters.
	 */
	han: number;
	/**
	 * Number of words in other scripts.
	 */
	words: number;
}
/**
 * The fragment of a preview link (after `#`).
 */
export interface PreviewCode {
	code: string;
}
/**
 * A preview link, which shows the draft to readers without an account until it expires.
 */
export interface PreviewLink {
	expires_at: number;
	url: string;
}
/**
 * Body of every error response (RFC 9457).
 */
export interface ProblemBody {
	/**
	 * State of the text at the revision in `If-Match`; absent unless `code` is `stale` and that revision is stored.
	 */
	base?: SavedState;
	code: string;
	/**
	 * Current state of a text; absent unless `code` is `stale`.
	 */
	current?: SavedState;
	detail: string;
	errors?: FieldError[];
	/**
	 * Current state of a record other than a text; absent unless `code` is `stale`.
	 */
	row?: {
		[k: string]: unknown;
	};
	status: number;
	title: string;
	type: string;
}
/**
 * State of a text, which the client merges with its own change.
 */
export interface SavedState {
	front_matter: string;
	markdown: string;
	revision: string;
}
/**
 * A request to publish a draft.
 */
export interface Publish {
	/**
	 * Time of publication, in milliseconds since 1970-01-01 UTC. Default: now.
	 */
	at?: number | null;
	/**
	 * Verdicts on segment changes: their effect on the other language. Default: `meaning`. With `meaning`, the
	 * counterpart becomes outdated, and the segment itself becomes up to date if it was outdated.
	 */
	decisions?: SegmentDecision[];
	/**
	 * Revision of the text in the other language, to publish both texts together. Errors in the other text have the
	 * field `other.text`.
	 */
	other?: string | null;
}
export interface SegmentDecision {
	segment: string;
	verdict: Verdict;
}
/**
 * The publish gates of the areas.
 */
export interface PublishGates {
	docs: PublishGate;
	landing: PublishGate;
	news: PublishGate;
	/**
	 * Value of `If-Match` for a change.
	 */
	revision: string;
}
/**
 * Result of publishing.
 */
export interface Published {
	/**
	 * Time of scheduled publication, in milliseconds since 1970-01-01 UTC; null if the text is already published.
	 */
	publish_at: number | null;
	revision: string;
	url: string;
}
/**
 * A recorded result of `pailou eval --assistant`.
 */
export interface RecordedEvaluation {
	id: string;
	metrics: EvaluationMetrics;
	recorded_at: number;
	/**
	 * Version of Pailou.
	 */
	version: string;
}
/**
 * Recovery codes, each of which can be used once in place of a two-factor code. Returned only once.
 */
export interface RecoveryCodes {
	recovery_codes: string[];
}
/**
 * Number of pages whose translation states have been computed from their Git history, and total
 * number of pages to compute.
 */
export interface ReplayProgress {
	done: number;
	total: number;
}
/**
 * Report of a question that the site does not answer.
 */
export interface ReportedGap {
	/**
	 * Language of the question: `zh`, `en`, `zh-CN`, or `en-US`.
	 */
	locale: string;
	/**
	 * Note on the missing content.
	 */
	note?: string;
	origin?: QuestionOrigin | null;
	question: string;
	/**
	 * `false` prevents storing the question.
	 */
	store?: boolean | null;
}
/**
 * The resolution of a conflict.
 */
export interface Resolution {
	/**
	 * Text to keep: `ours`, `theirs`, or `merged`.
	 */
	choice: string;
	/**
	 * Merged text, as a whole file; required if `choice` is `merged`.
	 */
	text?: string | null;
}
/**
 * The restored backup.
 */
export interface RestoredBackup {
	/**
	 * Backup file of the replaced site, in the data directory; empty if the site was new.
	 */
	before: string;
	/**
	 * Time at which the backup was created; `version` is the release of Pailou that created it.
	 */
	created_at: number;
	files: number;
	rows: number;
	version: string;
}
/**
 * The saved draft.
 */
export interface SavedDraft {
	/**
	 * False if the draft equals the published revision.
	 */
	changed: boolean;
	revision: string;
	segments: DraftSegment[];
	updated_at: number;
}
/**
 * A search query with its count.
 */
export interface SearchTerm {
	/**
	 * The day of the last search.
	 */
	last: string;
	locale: Locale;
	searches: number;
	term: string;
	/**
	 * The number of these searches without results.
	 */
	without_results: number;
}
/**
 * A two-factor secret during setup, inactive until a code confirms it.
 */
export interface SecondFactor {
	/**
	 * URI as a QR code, in SVG.
	 */
	qr_code: string;
	/**
	 * Secret in Base32, for manual entry.
	 */
	secret: string;
	/**
	 * `otpauth` URI for an authenticator app on this device.
	 */
	uri: string;
}
export interface SecondFactorCode {
	/**
	 * Code of the new secret; empty to replace only the recovery codes.
	 */
	code?: string;
}
/**
 * Roles whose accounts must have a second factor.
 */
export interface SecondFactorPolicy {
	/**
	 * Value of `If-Match` for a change.
	 */
	revision: string;
	roles: Role[];
}
export interface SecondFactorPolicyChange {
	/**
	 * Role names: `owner`, `admin`, `editor`, `translator`, `reviewer`, `analyst`.
	 */
	roles: string[];
}
export interface SecondFactorState {
	is_on: boolean;
	/**
	 * Number of unused recovery codes.
	 */
	recovery_codes: number;
}
/**
 * A segment that is not up to date. Texts are Markdown.
 */
export interface SegmentStatus {
	change: SourceChange | null;
	/**
	 * True if source and translation have both changed.
	 */
	conflict: boolean;
	/**
	 * Id of the segment, unique within its text.
	 */
	id: string;
	/**
	 * `heading-1` to `heading-6`, `paragraph`, `list-item`, `table`, `table-row`, `code`, `html`, `quote`, or
	 * `container`.
	 */
	kind: string;
	/**
	 * Difference between `source_before` and `source`; empty if `source_before` is `null`.
	 */
	pieces: ["same" | "old" | "new", string][];
	/**
	 * Time since which the segment is outdated or not translated; `null` if it is not recorded.
	 */
	since: number | null;
	/**
	 * Current source text; empty if the segment was deleted.
	 */
	source: string;
	/**
	 * Source text to which the translation corresponds; `null` if it is unknown or did not change.
	 */
	source_before: string | null;
	state: SegmentStatusState;
	/**
	 * Text of the translation; empty if there is none.
	 */
	translation: string;
	/**
	 * URL of the translation, with the anchor of the heading above the segment. URL of the source if only the source
	 * contains the segment.
	 */
	url: string;
}
/**
 * A new session. The token is returned only once.
 */
export interface Session {
	/**
	 * Latest expiry time; a token that is unused for 7 days expires earlier.
	 */
	expires_at: number;
	token: string;
	user: User;
}
export interface User {
	/**
	 * Areas that the user is limited to (`docs`, `landing`); empty for no limit.
	 */
	areas: string[];
	/**
	 * Account id; stable across renames.
	 */
	id: string;
	/**
	 * Languages that the user is limited to (`zh`, `en`); empty for no limit.
	 */
	locales: string[];
	/**
	 * True if the user must set up two-factor authentication or a passkey. Until then, authenticated requests return
	 * 403 with `second-factor-required`, except enrollment, re-authentication, logout, and reading the current user.
	 */
	must_enroll: boolean;
	name: string;
	/**
	 * True if the user has a passkey.
	 */
	passkey: boolean;
	/**
	 * Permissions of the user. The server checks them with every request.
	 */
	permissions: Permission[];
	role: Role;
	/**
	 * True if a login requires a two-factor code.
	 */
	second_factor: boolean;
}
export interface SettingOrigin {
	/**
	 * Key in `pailou.toml`, such as `site.title.zh`.
	 */
	key: string;
	/**
	 * File, environment variable, or flag that sets the key.
	 */
	place: string;
}
export interface Setup {
	/**
	 * Code from the link that `pailou serve` printed.
	 */
	code: string;
	password: string;
	username: string;
}
/**
 * The link of a shared answer.
 */
export interface ShareLink {
	expires_at: number;
	id: string;
	/**
	 * Path of the page with the answer.
	 */
	url: string;
}
/**
 * An answer that was shared by a link.
 */
export interface SharedAnswer {
	created_at: number;
	expires_at: number;
	question: string;
	/**
	 * The stored answer. Passages that the site no longer contains are withdrawn.
	 */
	reply: AskReply;
}
/**
 * Draft returned for a preview link.
 */
export interface SharedPreview {
	author: string;
	/**
	 * Sanitized HTML.
	 */
	html: string;
	locale: Locale;
	title: string;
	updated_at: number;
}
export interface Site {
	/**
	 * URL pattern for editing the source file of a page; `{file}` is a placeholder for the path of the source file.
	 */
	edit_url: string | null;
	/**
	 * Languages of the site, Chinese first.
	 */
	locales: Locale[];
	/**
	 * Overrides of the built-in messages, by language, area, and key; absent if there are none.
	 */
	messages?: UiText;
	/**
	 * Entries of header and footer; absent if the site uses the built-in entries.
	 */
	navigation?: Navigation;
	/**
	 * True if the site has news.
	 */
	news: boolean;
	/**
	 * True if browsers keep visited pages for offline reading.
	 */
	offline: boolean;
	/**
	 * True if the server stores questions to the assistant.
	 */
	stores_questions: boolean;
	title: Title;
	version: string;
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
 * Title of the site in each language.
 */
export interface Title {
	"en-US": string;
	"zh-CN": string;
}
/**
 * The site values from the settings, which apply unless the published `site.json` overrides them.
 */
export interface SiteSettings {
	edit_url: string | null;
	/**
	 * True if `site.url` is missing although the site is behind a proxy, reached over HTTPS, or open to other
	 * machines.
	 */
	needs_url: boolean;
	offline: boolean;
	/**
	 * Keys that are set, each with its origin.
	 */
	origins: SettingOrigin[];
	title: Title;
}
/**
 * New source language of a page. Translators may edit only the other language.
 */
export interface Source {
	/**
	 * Language: `zh`, `en`, `zh-CN`, or `en-US`.
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
 * The result of an update. A page in two languages counts twice.
 */
export interface SourceReport {
	/**
	 * Number of texts that were changed on the site but not in Git.
	 */
	ahead: number;
	changed: number;
	/**
	 * Number of commits in the Git history of these pages.
	 */
	commits?: number;
	conflicts: number;
	/**
	 * Number of files that are not pages.
	 */
	files: number;
	issues: SourceIssues;
	moved: number;
	new: number;
	pages: number;
	/**
	 * Number of texts that were moved to the trash because their files were deleted.
	 */
	removed: number;
	/**
	 * Number of pages whose translation states were computed from their Git history.
	 */
	replayed?: number;
	/**
	 * True if the branch no longer contains the previously imported commit (force push).
	 */
	rewritten: boolean;
	same: number;
	/**
	 * Issues in tags, including tags that could not be imported. `file` begins with `@` and the tag.
	 */
	version_issues: SourceIssues;
	/**
	 * Names of documentation versions that were imported from tags.
	 */
	versions: string[];
}
/**
 * A Git source with its state.
 */
export interface SourceState {
	/**
	 * URL of the repository, without credentials.
	 */
	address: string;
	branch: string | null;
	/**
	 * Time of the last fetch.
	 */
	checked_at: number | null;
	commit: SourceCommit | null;
	conflicts: number;
	/**
	 * Error output of Git, without credentials.
	 */
	detail: string;
	/**
	 * Folder inside the repository; empty for the whole repository.
	 */
	folder: string;
	/**
	 * Path below which the pages of the source appear; empty for the root.
	 */
	mount: string;
	name: string;
	/**
	 * Time at which the next scheduled update is due.
	 */
	next_at: number | null;
	/**
	 * Result of the last update: `updated`, `unchanged`, or an error code.
	 */
	outcome: string | null;
	progress: ReplayProgress | null;
	report: SourceReport | null;
	/**
	 * True if an update is running or queued.
	 */
	running: boolean;
	/**
	 * Time of the last update that imported changes.
	 */
	updated_at: number | null;
	/**
	 * True if a webhook secret is configured.
	 */
	webhook: boolean;
}
/**
 * Starter questions.
 */
export interface Starters {
	questions: string[];
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
	 * The number of searches without results.
	 */
	searches_without_result: number;
	to: string;
	/**
	 * Unique visitors per day, summed over the days.
	 */
	visitors: number;
	/**
	 * Visits; 30 minutes without activity end a visit.
	 */
	visits: number;
}
/**
 * The difference between two revisions of a text.
 */
export interface TextDiff {
	added: number;
	lines: DiffLine[];
	removed: number;
}
/**
 * A revision of a text.
 */
export interface TextRevision {
	author: string;
	/**
	 * Id of the Git commit, if the text is from the Git history before the first revision; otherwise null.
	 */
	commit: string | null;
	created_at: number;
	number: number;
	/**
	 * Origin: `import`, `site`, `begun` for the first revision of a text created on the site, or the name of a Git
	 * source.
	 */
	origin: string;
	/**
	 * True for the published revision.
	 */
	published: boolean;
	title: string;
}
export interface Tree {
	nodes: TreeNode[];
}
/**
 * A node of the navigation tree. Only expanded folders have children.
 */
export interface TreeNode {
	children: TreeNode[];
	current: boolean;
	/**
	 * True for a collapsed folder: a request with its path as `at` returns its pages.
	 */
	has_more: boolean;
	/**
	 * Language of the title; differs from the requested one for an untranslated page.
	 */
	locale: Locale;
	open: boolean;
	title: string;
	url: string | null;
}
/**
 * Counts of segments on one day in one language.
 */
export interface TrendDay {
	day: string;
	locale: Locale;
	machine_translated: number;
	not_aligned: number;
	/**
	 * Includes the machine-translated segments. 0 in this release: no text of a suggestion, a translation memory, or a
	 * machine can be published yet.
	 */
	not_reviewed: number;
	not_translated: number;
	outdated: number;
	total: number;
	up_to_date: number;
}
/**
 * An upload in progress.
 */
export interface Upload {
	bytes: number;
	file: MediaFile | null;
	id: string;
	/**
	 * Number of received bytes, which is the offset of the next part.
	 */
	received: number;
	/**
	 * Names of the elements and attributes that were removed from an SVG image, such as `<script>`. Metadata and
	 * elements of drawing programs are not listed. Empty except in the response that completes the upload.
	 */
	removed: string[];
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
	 * Display name of the version; empty for the current pages if they have no name.
	 */
	label: string;
	/**
	 * Name of the version in URLs; empty for the current pages if they have no name.
	 */
	name: string;
	released_at: number | null;
	state: VersionState;
	/**
	 * URL of the root of the version: its index page, or the list of its pages.
	 */
	url: string;
}
/**
 * A webhook.
 */
export interface Webhook {
	created_at: number;
	endpoint: string;
	/**
	 * Reason why the server disabled the webhook: `gone` after a 410 response.
	 */
	error: string | null;
	/**
	 * Events that are sent; empty for all events.
	 */
	events: WebhookEvent[];
	/**
	 * Number of failed deliveries that are still stored.
	 */
	failed: number;
	id: string;
	is_on: boolean;
	made_by: string;
	note: string;
	/**
	 * Value of `If-Match` for a change.
	 */
	revision: string;
	/**
	 * Number of pending deliveries.
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
 * Body of a webhook request (`POST`), with the headers of standardwebhooks.com: `webhook-id`,
 * `webhook-timestamp`, and `webhook-signature`.
 */
export interface WebhookMessage {
	data: EventPayload;
	/**
	 * Public origin of the site. URLs in `data` are paths below it.
	 */
	site: string;
	/**
	 * Time of the event, such as `2026-11-22T07:40:00Z`.
	 */
	timestamp: string;
	type: string;
}
/**
 * A webhook with its new secret, which is returned only once.
 */
export interface WebhookSecret {
	/**
	 * Secret: `whsec_` followed by the key in Base64.
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
 * A page with its drafts, for the editor.
 */
export interface WrittenPage {
	area: string;
	/**
	 * Other users who have the page open.
	 */
	editing: Editing[];
	en: WrittenText | null;
	id: string;
	key: string;
	parent: ParentPage | null;
	publish_gate: PageGate;
	/**
	 * Revision of both languages together: the value of `If-Match` for moving or deleting the page.
	 */
	revision: string;
	source_locale: Locale;
	zh: WrittenText | null;
}
export interface WrittenText {
	/**
	 * Path of the file in an export.
	 */
	file: string;
	listed: AdminText;
	/**
	 * True if the user who sent the request may edit the text.
	 */
	may_edit: boolean;
	/**
	 * Published text; null if it equals the draft or does not exist.
	 */
	published: string | null;
	/**
	 * Value of `If-Match` for saving.
	 */
	revision: string;
	/**
	 * Segments in text order. Lines of front matter belong to no segment.
	 */
	segments: DraftSegment[];
	/**
	 * Last saved text, published or not.
	 */
	text: string;
}
