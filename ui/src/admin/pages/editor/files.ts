// Pasted and dropped files: uploads them one after the other, and inserts references at the drop position.
import { escapeMarkdown, markdownOf, targetOf } from "@/admin/media/markdown";
import { type Look, outgoing } from "@/admin/media/upload";
import { type Edit, put, type Rule } from "@/admin/pages/editor/insert";
import { changeBetween, placeAfter } from "@/admin/pages/editor/textEditor";
import type { MediaFile } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export interface PendingUpload {
	name: string;
	bytes: number;
	look: Look;
	/** Cancels the upload; dismisses a rejected one. */
	drop: () => void;
	/** Ends the current pause. */
	nudge: () => void;
}

export interface Files {
	now: () => PendingUpload | undefined;
	/** Rejected uploads that the user has not dismissed. */
	refused: () => PendingUpload[];
	/** Whether an upload is running or queued: leaving the page would lose it. */
	isSending: () => boolean;
	/** An inserted image without alt text. */
	bare: () => MediaFile | undefined;
	/** Reports that an image of the media library was inserted without alt text. */
	ask: (picture: MediaFile) => void;
	/** Inserts the alt text of that image, or skips it. */
	settle: (words: string | undefined) => void;
	put: (files: File[], at: number) => void;
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
	let here: { at: number } | undefined;
	let now: PendingUpload | undefined;
	let refused: PendingUpload[] = [];
	const bare: MediaFile[] = [];
	let isBusy = false;
	let isDisposed = false;

	async function run(): Promise<void> {
		if (isBusy) return;
		isBusy = true;
		for (let next = waiting.shift(); next && !isDisposed; next = waiting.shift()) await send(next);
		isBusy = false;
	}

	async function send(place: { file: File; at: number }): Promise<void> {
		here = place;
		const one = outgoing(place.file, undefined, () => {
			now = { name: one.name, bytes: one.bytes, look: one.look(), nudge: one.nudge, drop: one.cancel };
			changed();
		});
		const look = await one.go();
		if (isDisposed) return;
		now = undefined;
		if (look.state === "refused") {
			const told: PendingUpload = { name: one.name, bytes: one.bytes, look, nudge: one.nudge, drop: () => undefined };
			told.drop = () => {
				refused = refused.filter((other) => other !== told);
				changed();
			};
			const isAnother = (other: PendingUpload) => other.name !== told.name || other.bytes !== told.bytes;
			refused = [...refused.filter(isAnother), told];
		}
		if (look.state === "done") {
			while (isComposing()) await new Promise((done) => setTimeout(done, 100));
			const others = waiting.filter(({ at }) => at === place.at);
			const words = markdownOf(look.file, language) + (others.length > 0 ? "\n" : "");
			let end = place.at;
			write((at) => {
				end = endOf(at.text, place.at, words);
				return insertAt(place.at, words)(at);
			});
			// The next file of the same drop is inserted after this one.
			for (const other of others) other.at = end;
			if (look.file.class === "picture") bare.push(look.file);
		}
		here = undefined;
		changed();
	}

	return {
		now: () => now,
		isSending: () => here !== undefined || waiting.length > 0,
		refused: () => refused,
		bare: () => bare[0],
		ask(picture) {
			bare.push(picture);
			changed();
		},
		settle(words) {
			const picture = bare.shift();
			if (picture && words) write(fillWords(picture, words));
			changed();
		},
		put(files, at) {
			waiting.push(...files.map((file) => ({ file, at })));
			void run();
		},
		moved(before, after) {
			const places = here ? [here, ...waiting] : waiting;
			if (places.length === 0) return;
			const change = changeBetween(before, after);
			for (const place of places) place.at = placeAfter(place.at, change);
		},
		stop() {
			isDisposed = true;
			now?.drop();
		},
	};
}

/** Inserts a string at an offset. The caret keeps its position in the text. */
export function insertAt(place: number, words: string): Rule {
	return ({ text, from, to }) => {
		const { select: _, ...change } = putAt(text, place, words);
		const longer = change.insert.length - (change.to - change.from);
		const after = (caret: number) => (caret < change.from ? caret : caret + longer);
		return { ...change, select: [after(from), after(to)] };
	};
}

/** Returns the end of a string that `insertAt` inserts. */
function endOf(text: string, place: number, words: string): number {
	return putAt(text, place, words).select[1];
}

function putAt(text: string, place: number, words: string): Edit {
	const at = Math.min(place, text.length);
	return put(words)({ text, from: at, to: at });
}

/** Inserts the alt text of an image that has none in the text. */
export function fillWords({ path }: MediaFile, words: string): Rule {
	return ({ text, from, to }) => {
		const bare = `![](${targetOf(path)})`;
		const start = text.indexOf(bare);
		if (start < 0) return { from, to, insert: text.slice(from, to), select: [from, to] };
		const said = escapeMarkdown(words);
		const after = (caret: number) => (caret <= start ? caret : caret + said.length);
		const at = start + 2;
		return { from: at, to: at, insert: said, select: [after(from), after(to)] };
	};
}
