// Pasted and dropped files: uploads them one after the other, and inserts references where they were pasted or dropped.
import { escapeMarkdown, markdownOf, targetOf } from "@/admin/media/markdown";
import { fileUpload, type UploadStatus } from "@/admin/media/upload";
import { type Edit, insertText, type Rule } from "@/admin/pages/editor/insert";
import { changeBetween, mapOffset } from "@/admin/pages/editor/textEditor";
import type { MediaFile } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export interface PendingUpload {
	name: string;
	bytes: number;
	status: UploadStatus;
	/** Cancels the upload; dismisses a finished upload. */
	dismiss: () => void;
	/** Ends the current pause between two attempts. */
	retryNow: () => void;
}

export interface FileInsertion {
	current: () => PendingUpload | undefined;
	/** Rejected uploads that the user has not dismissed. */
	refused: () => PendingUpload[];
	/** Uploads whose file the server sanitized, until the user dismisses them. */
	sanitized: () => PendingUpload[];
	/** Whether an upload is running or queued: leaving the page would lose it. */
	isSending: () => boolean;
	/** The first inserted image that still needs alt text. */
	withoutAltText: () => MediaFile | undefined;
	/** Reports that an image of the media library was inserted without alt text. */
	addWithoutAltText: (image: MediaFile) => void;
	/** Inserts alt text for the image that `withoutAltText` returns; undefined leaves that image without alt text. */
	setAltText: (altText: string | undefined) => void;
	add: (files: File[], at: number) => void;
	/** Adjusts the insertion positions to a change of the text. */
	textChanged: (before: string, after: string) => void;
	stop: () => void;
}

interface FileInsertionOptions {
	language: Locale;
	write: (rule: Rule) => void;
	/** Whether an input method is composing. The text must not change during a composition. */
	isComposing: () => boolean;
	changed: () => void;
}

export function fileInsertion({ language, write, isComposing, changed }: FileInsertionOptions): FileInsertion {
	const waiting: { file: File; at: number }[] = [];
	let currentTarget: { at: number } | undefined;
	let currentUpload: PendingUpload | undefined;
	let refused: PendingUpload[] = [];
	let sanitized: PendingUpload[] = [];
	const withoutAltText: MediaFile[] = [];
	let isBusy = false;
	let isDisposed = false;

	async function run(): Promise<void> {
		if (isBusy) return;
		isBusy = true;
		for (let next = waiting.shift(); next && !isDisposed; next = waiting.shift()) await send(next);
		isBusy = false;
	}

	async function send(target: { file: File; at: number }): Promise<void> {
		currentTarget = target;
		const one = fileUpload(target.file, undefined, () => {
			currentUpload = {
				name: one.name,
				bytes: one.bytes,
				status: one.status(),
				retryNow: one.retryNow,
				dismiss: one.cancel,
			};
			changed();
		});
		const status = await one.start();
		if (isDisposed) return;
		currentUpload = undefined;
		const upload: PendingUpload = {
			name: one.name,
			bytes: one.bytes,
			status: status,
			retryNow: one.retryNow,
			dismiss: () => undefined,
		};
		upload.dismiss = () => {
			refused = refused.filter((other) => other !== upload);
			sanitized = sanitized.filter((other) => other !== upload);
			changed();
		};
		const isDifferent = (other: PendingUpload) => other.name !== upload.name || other.bytes !== upload.bytes;
		if (status.state === "refused") refused = [...refused.filter(isDifferent), upload];
		if (status.state === "done" && status.removed.length > 0) sanitized = [...sanitized.filter(isDifferent), upload];
		if (status.state === "done") {
			while (isComposing()) await new Promise((done) => setTimeout(done, 100));
			const others = waiting.filter(({ at }) => at === target.at);
			const markdown = markdownOf(status.file, language) + (others.length > 0 ? "\n" : "");
			let end = target.at;
			write((at) => {
				end = endOf(at.text, target.at, markdown);
				return insertAt(target.at, markdown)(at);
			});
			// Other files that were dropped at the same position are inserted after this one.
			for (const other of others) other.at = end;
			if (status.file.class === "image") withoutAltText.push(status.file);
		}
		currentTarget = undefined;
		changed();
	}

	return {
		current: () => currentUpload,
		isSending: () => currentTarget !== undefined || waiting.length > 0,
		refused: () => refused,
		sanitized: () => sanitized,
		withoutAltText: () => withoutAltText[0],
		addWithoutAltText(image) {
			withoutAltText.push(image);
			changed();
		},
		setAltText(altText) {
			const image = withoutAltText.shift();
			if (image && altText) write(fillAltText(image, altText));
			changed();
		},
		add(files, at) {
			waiting.push(...files.map((file) => ({ file, at })));
			void run();
		},
		textChanged(before, after) {
			const places = currentTarget ? [currentTarget, ...waiting] : waiting;
			if (places.length === 0) return;
			const change = changeBetween(before, after);
			for (const target of places) target.at = mapOffset(target.at, change);
		},
		stop() {
			isDisposed = true;
			currentUpload?.dismiss();
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

/** Returns the offset at which `markdown` ends after `insertAt` has inserted it. */
function endOf(text: string, position: number, markdown: string): number {
	return editAt(text, position, markdown).select[1];
}

function editAt(text: string, position: number, markdown: string): Edit {
	const at = Math.min(position, text.length);
	return insertText(markdown)({ text, from: at, to: at });
}

/** Inserts `description` into the first `![](…)` that shows the image. Without such a reference, changes nothing. */
export function fillAltText({ path }: MediaFile, description: string): Rule {
	return ({ text, from, to }) => {
		const emptyImage = `![](${targetOf(path)})`;
		const start = text.indexOf(emptyImage);
		if (start < 0) return { from, to, insert: text.slice(from, to), select: [from, to] };
		const altText = escapeMarkdown(description);
		const after = (caret: number) => (caret <= start ? caret : caret + altText.length);
		const at = start + 2;
		return { from: at, to: at, insert: altText, select: [after(from), after(to)] };
	};
}
