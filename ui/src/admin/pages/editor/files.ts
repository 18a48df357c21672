// Pasted and dropped files: uploads them one after the other, and inserts references at the drop position.
import { escapeMarkdown, markdownOf, targetOf } from "@/admin/media/markdown";
import { type Look, outgoing } from "@/admin/media/upload";
import { type Edit, insertText, type Rule } from "@/admin/pages/editor/insert";
import { changeBetween, placeAfter } from "@/admin/pages/editor/textEditor";
import type { MediaFile } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export interface PendingUpload {
	name: string;
	bytes: number;
	look: Look;
	/** Cancels the upload; dismisses a finished one. */
	drop: () => void;
	/** Ends the current pause. */
	retryNow: () => void;
}

export interface Files {
	now: () => PendingUpload | undefined;
	/** Rejected uploads that the user has not dismissed. */
	refused: () => PendingUpload[];
	/** Uploads whose file the server sanitized, until the user dismisses them. */
	sanitized: () => PendingUpload[];
	/** Whether an upload is running or queued: leaving the page would lose it. */
	isSending: () => boolean;
	/** An inserted image without alt text. */
	bare: () => MediaFile | undefined;
	/** Reports that an image of the media library was inserted without alt text. */
	ask: (picture: MediaFile) => void;
	/** Inserts the alt text of the image that needs one; undefined leaves the image without it. */
	settle: (altText: string | undefined) => void;
	add: (files: File[], at: number) => void;
	/** Adjusts the insertion positions to a change of the text. */
	moved: (before: string, after: string) => void;
	stop: () => void;
}

interface FilesOptions {
	language: Locale;
	write: (rule: Rule) => void;
	/** Whether an input method is composing: the text must not change then. */
	isComposing: () => boolean;
	changed: () => void;
}

export function filesOf({ language, write, isComposing, changed }: FilesOptions): Files {
	const waiting: { file: File; at: number }[] = [];
	let current: { at: number } | undefined;
	let now: PendingUpload | undefined;
	let refused: PendingUpload[] = [];
	let sanitized: PendingUpload[] = [];
	const bare: MediaFile[] = [];
	let isBusy = false;
	let isDisposed = false;

	async function run(): Promise<void> {
		if (isBusy) return;
		isBusy = true;
		for (let next = waiting.shift(); next && !isDisposed; next = waiting.shift()) await send(next);
		isBusy = false;
	}

	async function send(target: { file: File; at: number }): Promise<void> {
		current = target;
		const one = outgoing(target.file, undefined, () => {
			now = { name: one.name, bytes: one.bytes, look: one.look(), retryNow: one.retryNow, drop: one.cancel };
			changed();
		});
		const look = await one.go();
		if (isDisposed) return;
		now = undefined;
		const upload: PendingUpload = {
			name: one.name,
			bytes: one.bytes,
			look,
			retryNow: one.retryNow,
			drop: () => undefined,
		};
		upload.drop = () => {
			refused = refused.filter((other) => other !== upload);
			sanitized = sanitized.filter((other) => other !== upload);
			changed();
		};
		const isAnother = (other: PendingUpload) => other.name !== upload.name || other.bytes !== upload.bytes;
		if (look.state === "refused") refused = [...refused.filter(isAnother), upload];
		if (look.state === "done" && look.removed.length > 0) sanitized = [...sanitized.filter(isAnother), upload];
		if (look.state === "done") {
			while (isComposing()) await new Promise((done) => setTimeout(done, 100));
			const others = waiting.filter(({ at }) => at === target.at);
			const markdown = markdownOf(look.file, language) + (others.length > 0 ? "\n" : "");
			let end = target.at;
			write((at) => {
				end = endOf(at.text, target.at, markdown);
				return insertAt(target.at, markdown)(at);
			});
			// The next file of the same drop is inserted after this one.
			for (const other of others) other.at = end;
			if (look.file.class === "picture") bare.push(look.file);
		}
		current = undefined;
		changed();
	}

	return {
		now: () => now,
		isSending: () => current !== undefined || waiting.length > 0,
		refused: () => refused,
		sanitized: () => sanitized,
		bare: () => bare[0],
		ask(picture) {
			bare.push(picture);
			changed();
		},
		settle(altText) {
			const picture = bare.shift();
			if (picture && altText) write(fillAltText(picture, altText));
			changed();
		},
		add(files, at) {
			waiting.push(...files.map((file) => ({ file, at })));
			void run();
		},
		moved(before, after) {
			const places = current ? [current, ...waiting] : waiting;
			if (places.length === 0) return;
			const change = changeBetween(before, after);
			for (const target of places) target.at = placeAfter(target.at, change);
		},
		stop() {
			isDisposed = true;
			now?.drop();
		},
	};
}

/** Inserts a string at an offset. The caret keeps its position in the text. */
export function insertAt(position: number, markdown: string): Rule {
	return ({ text, from, to }) => {
		const { select: _, ...change } = editAt(text, position, markdown);
		const longer = change.insert.length - (change.to - change.from);
		const after = (caret: number) => (caret < change.from ? caret : caret + longer);
		return { ...change, select: [after(from), after(to)] };
	};
}

/** Returns the end of a string that `insertAt` inserts. */
function endOf(text: string, position: number, markdown: string): number {
	return editAt(text, position, markdown).select[1];
}

function editAt(text: string, position: number, markdown: string): Edit {
	const at = Math.min(position, text.length);
	return insertText(markdown)({ text, from: at, to: at });
}

/** Inserts the alt text of an image that has none in the text. */
export function fillAltText({ path }: MediaFile, description: string): Rule {
	return ({ text, from, to }) => {
		const bare = `![](${targetOf(path)})`;
		const start = text.indexOf(bare);
		if (start < 0) return { from, to, insert: text.slice(from, to), select: [from, to] };
		const altText = escapeMarkdown(description);
		const after = (caret: number) => (caret <= start ? caret : caret + altText.length);
		const at = start + 2;
		return { from: at, to: at, insert: altText, select: [after(from), after(to)] };
	};
}
