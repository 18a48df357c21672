// Editing session of one language of a page: text, saving, preview, and caret. Its text editor can be replaced during
// the session.
import { isLoggedIn } from "@pailou/core";
import { me } from "@/admin/api";
import { markdownOf } from "@/admin/media/markdown";
import { preview, save } from "@/admin/pages/api";
import { type Autosave, autosave, type Saving } from "@/admin/pages/editor/autosave";
import { type FileInsertion, fileInsertion, type PendingUpload } from "@/admin/pages/editor/files";
import { insertText, type Rule } from "@/admin/pages/editor/insert";
import { type LocalDrafts, localDraftsOf, type Writer } from "@/admin/pages/editor/localDrafts";
import { lineMapping, segmentAt, withCurrentLines } from "@/admin/pages/editor/segments";
import type { Command, CreateTextEditor, TextEditor, TextEditorOptions } from "@/admin/pages/editor/textEditor";
import { localeOf, type Segment } from "@/admin/pages/language";
import type { DraftSegment, MediaFile, Preview, WrittenText } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Pause in typing before a preview is requested, in milliseconds. */
const previewDelay = 400;

/** State of an editing session that the components of the editor render. */
export interface SessionState {
	saving: Saving;
	/** Whether the text has unpublished changes. */
	changed: boolean;
	/** Last preview, with the text that it shows. */
	lastPreview: { preview: Preview; text: string } | undefined;
	/** Whether the last preview request failed. */
	previewFailed: boolean;
	/** Line of the caret, counted from 1. */
	line: number;
	here: DraftSegment | undefined;
	/** First visible line. */
	top: number;
	/** Current upload. */
	file: PendingUpload | undefined;
	/** Rejected uploads. */
	refused: PendingUpload[];
	/** Uploads whose file the server sanitized. */
	sanitized: PendingUpload[];
	/** Inserted image without alt text. */
	withoutAltText: MediaFile | undefined;
}

export interface Author extends Writer {
	/**
	 * Token of the login session in which the page was opened. After another login, the logged-in user is requested from
	 * the server before a save.
	 */
	login?: string | undefined;
}

export interface DocumentSession {
	segment: Segment;
	/** Author of the text. */
	by: Writer;
	saver: Autosave;
	localDrafts: LocalDrafts;
	state: () => SessionState;
	watch: (listener: () => void) => () => void;
	/** Segments with their lines in the current text. */
	segments: () => DraftSegment[];
	/**
	 * Merges the text from the response of a request other than a save. `requestRevision` is the revision at the time
	 * of the request.
	 */
	sync: (text: WrittenText, requestRevision: string) => void;
	textEditor: () => TextEditor | undefined;
	/** Scrolls a line into view. If there is no text editor yet, scrolls when one is attached. */
	reveal: TextEditor["reveal"];
	mark: TextEditor["mark"];
	/** Creates a text editor for the session; the returned function removes it. */
	attach: (create: CreateTextEditor, parent: HTMLElement, about: EditorLabels) => () => void;
	/** Uploads files and inserts references at the caret. */
	insertFiles: (files: File[]) => void;
	/** Inserts an image of the media library at the caret; if it has no alt text, the user is prompted for one. */
	insertImage: (image: MediaFile) => void;
	setAltText: FileInsertion["setAltText"];
	/** Whether leaving the page would lose text or an upload. */
	isAtRisk: () => boolean;
	requestPreview: () => void;
	stop: () => void;
}

interface EditorLabels {
	locale: Locale;
	label: string;
	describedBy: string;
}

interface SessionListeners {
	moved: (here: DraftSegment | undefined) => void;
	scrolled: (line: number) => void;
	command: (name: Command) => void;
}

export function documentSession(
	id: string,
	segment: Segment,
	by: Author,
	written: WrittenText,
	listener: SessionListeners,
): DocumentSession {
	const listeners = new Set<() => void>();
	const localDrafts = localDraftsOf(id, segment, by);
	let textEditor: TextEditor | undefined;
	let pendingReveal: Parameters<TextEditor["reveal"]> | undefined;
	let marked: Parameters<TextEditor["mark"]>[0];
	let received = { segments: written.segments, text: written.text };
	let placedSegments = { text: written.text, segments: written.segments };
	let state: SessionState = {
		saving: { state: "saved" },
		changed: written.listed.changed,
		lastPreview: undefined,
		previewFailed: false,
		line: 1,
		here: undefined,
		top: 1,
		file: undefined,
		refused: [],
		sanitized: [],
		withoutAltText: undefined,
	};
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isRequesting = false;
	let isDisposed = false;

	const update = (change: Partial<SessionState>) => {
		state = { ...state, ...change };
		for (const listener of listeners) listener();
	};

	const saver = autosave({
		text: written.text,
		revision: written.revision,
		localDrafts,
		login: by.login,
		isOwn: async () => (await me()).id === by.id,
		send: (text, revision, onto) => save(id, segment, text, revision, onto),
		replace(text, isDecided) {
			moveUploads(text);
			textEditor?.replace(text, isDecided);
			schedulePreview();
		},
		saved({ segments, changed }, text) {
			receiveSegments(segments, text);
			if (changed !== state.changed) update({ changed });
			// Retries a preview that has failed, for example because the session had expired.
			if (state.previewFailed) schedulePreview();
		},
		isComposing: () => textEditor?.isComposing() ?? false,
		changed: () => update({ saving: saver.now() }),
	});

	let lastText = written.text;
	/** Updates the positions of pending uploads after a change of the text. */
	function moveUploads(text: string): void {
		files.textChanged(lastText, text);
		lastText = text;
	}

	const files = fileInsertion({
		language: localeOf(segment),
		write,
		isComposing: () => textEditor?.isComposing() ?? false,
		changed: () =>
			update({
				file: files.current(),
				refused: files.refused(),
				sanitized: files.sanitized(),
				withoutAltText: files.withoutAltText(),
			}),
	});

	function write(rule: Rule): void {
		if (textEditor) textEditor.edit(rule, true);
		else {
			const text = saver.text();
			const { from, to, insert } = rule({ text, from: text.length, to: text.length });
			typed(text.slice(0, from) + insert + text.slice(to));
		}
	}

	function typed(written: string): void {
		// Pasted text may contain invisible NUL characters, which the server rejects.
		const text = written.replaceAll("\0", "");
		moveUploads(text);
		saver.type(text);
		schedulePreview();
	}

	function receiveSegments(segments: DraftSegment[], text: string): void {
		received = { segments, text };
		placedSegments = { text: "", segments: [] };
		textEditor?.segments(segmentsNow());
		setCaretLine(state.line);
	}

	function segmentsNow(): DraftSegment[] {
		const text = saver.text();
		if (placedSegments.text !== text)
			placedSegments = { text, segments: withCurrentLines(received.segments, lineMapping(received.text, text)) };
		return placedSegments.segments;
	}

	/** Updates the line of the caret and its segment. */
	function setCaretLine(line: number): void {
		const here = segmentAt(segmentsNow(), line);
		const isSame = here?.id === state.here?.id && here?.state === state.here?.state;
		const isMarkSame = here?.may_acknowledge === state.here?.may_acknowledge && here?.kept?.at === state.here?.kept?.at;
		if (line !== state.line || !isSame || !isMarkSame) update({ line, here });
	}

	function schedulePreview(): void {
		clearTimeout(timer);
		timer = setTimeout(() => void requestPreview(), previewDelay);
	}

	/**
	 * Requests a preview, one request at a time. Text that is typed during a request is previewed after that request.
	 */
	async function requestPreview(): Promise<void> {
		const text = saver.text();
		// If another user has logged in, the text of the author is not sent.
		if (
			isDisposed ||
			isRequesting ||
			state.lastPreview?.text === text ||
			!isLoggedIn() ||
			saver.now().state === "another"
		)
			return;
		isRequesting = true;
		try {
			const lastPreview = { preview: await preview(id, segment, text), text };
			textEditor?.showIssues(lastPreview.preview.issues, text);
			update({ lastPreview: lastPreview, previewFailed: false });
		} catch (error) {
			console.debug("loading preview failed", error);
			update({ previewFailed: true });
			return;
		} finally {
			isRequesting = false;
		}
		if (saver.text() !== text) schedulePreview();
	}

	function attach(
		create: CreateTextEditor,
		parent: HTMLElement,
		{ locale, label, describedBy }: EditorLabels,
	): () => void {
		const options: TextEditorOptions = {
			text: saver.text(),
			language: localeOf(segment),
			locale,
			label,
			describedBy,
			isReadOnly: !written.may_edit,
			typed,
			moved(line) {
				setCaretLine(line);
				listener.moved(state.here);
			},
			scrolled(line) {
				if (line === state.top) return;
				update({ top: line });
				listener.scrolled(line);
			},
			command: listener.command,
			files: files.add,
		};
		const created = create(parent, options);
		textEditor = created;
		created.segments(segmentsNow());
		if (state.lastPreview) created.showIssues(state.lastPreview.preview.issues, state.lastPreview.text);
		if (marked) created.mark(marked);
		if (pendingReveal) created.reveal(...pendingReveal);
		pendingReveal = undefined;
		return () => {
			created.destroy();
			if (textEditor === created) textEditor = undefined;
		};
	}

	return {
		segment,
		by,
		saver,
		localDrafts,
		state: () => state,
		watch(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		segments: segmentsNow,
		sync({ text, revision, segments, listed }, requestRevision) {
			if (!saver.sync({ text, revision }, requestRevision)) return;
			update({ changed: listed.changed });
			if (text === saver.savedText()) receiveSegments(segments, text);
		},
		textEditor: () => textEditor,
		reveal(...to) {
			if (textEditor) textEditor.reveal(...to);
			else pendingReveal = to;
		},
		mark(lines) {
			marked = lines;
			textEditor?.mark(lines);
		},
		attach,
		insertFiles: (all) => files.add(all, textEditor?.caret() ?? saver.text().length),
		insertImage(image) {
			const language = localeOf(segment);
			textEditor?.edit(insertText(markdownOf(image, language)));
			if (textEditor && !image.alt_text[language] && !image.alt_text.decorative) files.addWithoutAltText(image);
		},
		setAltText: files.setAltText,
		isAtRisk: () => saver.isAtRisk() || files.isSending(),
		requestPreview: () => void requestPreview(),
		stop() {
			isDisposed = true;
			clearTimeout(timer);
			files.stop();
			saver.stop();
		},
	};
}
