// Editing session of one language of a page: text, saving, preview, and caret. It outlives its text editor, which may
// be replaced.
import { isLoggedIn } from "@pailou/core";
import { me } from "@/admin/api";
import { markdownOf } from "@/admin/media/markdown";
import { preview, save } from "@/admin/pages/api";
import { type Autosave, autosave, type Saving } from "@/admin/pages/editor/autosave";
import { type Files, filesOf, type PendingUpload } from "@/admin/pages/editor/files";
import { insertText, type Rule } from "@/admin/pages/editor/insert";
import { type LocalDrafts, localDraftsOf, type Writer } from "@/admin/pages/editor/localDrafts";
import { placed, segmentAt, shiftOf } from "@/admin/pages/editor/segments";
import type { Command, CreateTextEditor, TextEditor, TextEditorOptions } from "@/admin/pages/editor/textEditor";
import { localeOf, type Segment } from "@/admin/pages/language";
import type { DraftSegment, MediaFile, Preview, WrittenText } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Pause in typing before a preview is requested, in milliseconds. */
const glance = 400;

/** State of the editor that its components render. */
export interface Look {
	saving: Saving;
	/** Whether the text has unpublished changes. */
	changed: boolean;
	/** Last preview, with the text that it shows. */
	seen: { preview: Preview; text: string } | undefined;
	/** Whether the last preview request failed. */
	previewFailed: boolean;
	/** Line of the caret, from 1. */
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
	bare: MediaFile | undefined;
}

export interface Author extends Writer {
	/**
	 * Token of the session in which the page was opened. After another login, the user is requested from the server.
	 */
	login?: string | undefined;
}

export interface DocumentSession {
	segment: Segment;
	/** Author of the text. */
	by: Writer;
	saver: Autosave;
	localDrafts: LocalDrafts;
	look: () => Look;
	watch: (listener: () => void) => () => void;
	/** Segments with their lines in the current text. */
	segments: () => DraftSegment[];
	/**
	 * Merges the text from the response of a request other than a save. `requestRevision` is the revision at the time of the
	 * request.
	 */
	sync: (text: WrittenText, requestRevision: string) => void;
	textEditor: () => TextEditor | undefined;
	/** Scrolls a line into view. If there is no text editor yet, it scrolls as soon as there is one. */
	reveal: TextEditor["reveal"];
	mark: TextEditor["mark"];
	/** Creates a text editor for the session; the returned function removes it. */
	attach: (make: CreateTextEditor, parent: HTMLElement, about: About) => () => void;
	/** Uploads files and inserts references at the caret. */
	insertFiles: (files: File[]) => void;
	/** Inserts an image of the media library at the caret; if it has no alt text, the user is prompted for one. */
	insertPicture: (picture: MediaFile) => void;
	settleFile: Files["settle"];
	/** Whether leaving the page would lose text. */
	isAtRisk: () => boolean;
	/** Requests a preview. */
	glance: () => void;
	stop: () => void;
}

interface About {
	locale: Locale;
	label: string;
	describedBy: string;
}

interface Heard {
	moved: (here: DraftSegment | undefined) => void;
	scrolled: (line: number) => void;
	command: (name: Command) => void;
}

export function documentSession(
	id: string,
	segment: Segment,
	by: Author,
	written: WrittenText,
	heard: Heard,
): DocumentSession {
	const listeners = new Set<() => void>();
	const localDrafts = localDraftsOf(id, segment, by);
	let textEditor: TextEditor | undefined;
	let pendingReveal: Parameters<TextEditor["reveal"]> | undefined;
	let marked: Parameters<TextEditor["mark"]>[0];
	let known = { segments: written.segments, text: written.text };
	let now = { text: written.text, segments: written.segments };
	let look: Look = {
		saving: { state: "saved" },
		changed: written.listed.changed,
		seen: undefined,
		previewFailed: false,
		line: 1,
		here: undefined,
		top: 1,
		file: undefined,
		refused: [],
		sanitized: [],
		bare: undefined,
	};
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isLooking = false;
	let isDisposed = false;

	const show = (change: Partial<Look>) => {
		look = { ...look, ...change };
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
			say(text);
			textEditor?.replace(text, isDecided);
			soon();
		},
		saved({ segments, changed }, text) {
			know(segments, text);
			if (changed !== look.changed) show({ changed });
			// The last preview failed, for example because the session had expired.
			if (look.previewFailed) soon();
		},
		isComposing: () => textEditor?.isComposing() ?? false,
		changed: () => show({ saving: saver.now() }),
	});

	let last = written.text;
	/** Updates the positions of pending uploads after a change of the text. */
	function say(text: string): void {
		files.moved(last, text);
		last = text;
	}

	const files = filesOf({
		language: localeOf(segment),
		write,
		isComposing: () => textEditor?.isComposing() ?? false,
		changed: () =>
			show({ file: files.now(), refused: files.refused(), sanitized: files.sanitized(), bare: files.bare() }),
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
		say(text);
		saver.type(text);
		soon();
	}

	function know(segments: DraftSegment[], text: string): void {
		known = { segments, text };
		now = { text: "", segments: [] };
		textEditor?.segments(segmentsNow());
		settle(look.line);
	}

	function segmentsNow(): DraftSegment[] {
		const text = saver.text();
		if (now.text !== text) now = { text, segments: placed(known.segments, shiftOf(known.text, text)) };
		return now.segments;
	}

	/** Updates the line of the caret and its segment. */
	function settle(line: number): void {
		const here = segmentAt(segmentsNow(), line);
		const isSame = here?.id === look.here?.id && here?.state === look.here?.state;
		const isSaid = here?.may_acknowledge === look.here?.may_acknowledge && here?.kept?.at === look.here?.kept?.at;
		if (line !== look.line || !isSame || !isSaid) show({ line, here });
	}

	function soon(): void {
		clearTimeout(timer);
		timer = setTimeout(() => void ask(), glance);
	}

	/** Requests a preview. One request at a time; text typed in the meantime is requested afterwards. */
	async function ask(): Promise<void> {
		const text = saver.text();
		// Text of another user is never sent to the server for a preview.
		if (isDisposed || isLooking || look.seen?.text === text || !isLoggedIn() || saver.now().state === "another") return;
		isLooking = true;
		try {
			const seen = { preview: await preview(id, segment, text), text };
			textEditor?.findings(seen.preview.findings, text);
			show({ seen, previewFailed: false });
		} catch (error) {
			console.debug("loading preview failed", error);
			show({ previewFailed: true });
			return;
		} finally {
			isLooking = false;
		}
		if (saver.text() !== text) soon();
	}

	function attach(make: CreateTextEditor, parent: HTMLElement, { locale, label, describedBy }: About): () => void {
		const options: TextEditorOptions = {
			text: saver.text(),
			language: localeOf(segment),
			locale,
			label,
			describedBy,
			isReadOnly: !written.may_edit,
			typed,
			moved(line) {
				settle(line);
				heard.moved(look.here);
			},
			scrolled(line) {
				if (line === look.top) return;
				show({ top: line });
				heard.scrolled(line);
			},
			command: heard.command,
			files: files.add,
		};
		const made = make(parent, options);
		textEditor = made;
		made.segments(segmentsNow());
		if (look.seen) made.findings(look.seen.preview.findings, look.seen.text);
		if (marked) made.mark(marked);
		if (pendingReveal) made.reveal(...pendingReveal);
		pendingReveal = undefined;
		return () => {
			made.destroy();
			if (textEditor === made) textEditor = undefined;
		};
	}

	return {
		segment,
		by,
		saver,
		localDrafts,
		look: () => look,
		watch(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		segments: segmentsNow,
		sync({ text, revision, segments, listed }, requestRevision) {
			if (!saver.sync({ text, revision }, requestRevision)) return;
			show({ changed: listed.changed });
			if (text === saver.savedText()) know(segments, text);
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
		insertPicture(picture) {
			const language = localeOf(segment);
			textEditor?.edit(insertText(markdownOf(picture, language)));
			if (textEditor && !picture.words[language] && !picture.words.decorative) files.ask(picture);
		},
		settleFile: files.settle,
		isAtRisk: () => saver.isAtRisk() || files.isSending(),
		glance: () => void ask(),
		stop() {
			isDisposed = true;
			clearTimeout(timer);
			files.stop();
			saver.stop();
		},
	};
}
