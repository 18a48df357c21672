// Local storage of unsent input until the server confirms it: in IndexedDB (`draftStorage`), or else in `localStorage`.
// If storage is blocked or full, `write` resolves to false.
import * as draftStorage from "@/admin/pages/editor/draftStorage";
import type { Segment } from "@/admin/pages/language";
import type { User } from "@/shared/http/types";

export interface Entry {
	text: string;
	/** Text on the server at the time of the input, and its revision. */
	base: string;
	revision: string;
	at: number;
}

/** A text that the server had not received when its browser tab was closed or reloaded, or crashed. */
export interface StoredDraft extends Entry {
	key: string;
	/** Author; missing in entries of older releases. */
	by?: Writer;
}

/** Account of an author: its id, and its name when the text was typed. */
export type Writer = Pick<User, "id" | "name">;

export interface LocalDrafts {
	/** Stores an entry; resolves to whether this entry or a newer one is stored. */
	write: (entry: Entry) => Promise<boolean>;
	clear: () => void;
	/** Texts that the same user has typed in other tabs or earlier visits, newest first. */
	drafts: () => Promise<StoredDraft[]>;
	drop: (key: string) => void;
}

const folder = "website_journal";

/** Stores the user's input. Each tab has its own key, so texts of other tabs and earlier visits remain. */
export function localDraftsOf(id: string, segment: Segment, { id: writer, name }: Writer, tab = unique()): LocalDrafts {
	const prefix = `${folder}/${id}/${segment}/`;
	const own = prefix + tab;
	const by = { id: writer, name };
	const set = oneAtATime((entry: Entry | undefined) => (entry ? keep({ ...entry, key: own, by }) : forget(own)));
	let written = Promise.resolve(true);
	return {
		write: (entry) => {
			written = set(entry);
			return written;
		},
		clear: () => void set(undefined),
		drafts: async () => (await entries(prefix)).filter((one) => one.key !== own && (one.by ?? by).id === writer),
		// Deletes the entry only after the pending write has succeeded, because that write may contain its text.
		drop: (key) => void written.then((isKept) => isKept && forget(key)),
	};
}

/** Texts of other users, in either language of the page, that this browser still stores; newest first. */
export async function draftsOfOthers(id: string, by: string): Promise<Required<StoredDraft>[]> {
	const isOther = (one: StoredDraft): one is Required<StoredDraft> => one.by !== undefined && one.by.id !== by;
	return (await entries(`${folder}/${id}/`)).filter(isOther);
}

function unique(): string {
	return Math.random().toString(36).slice(2);
}

/** Runs one call at a time. Of the calls that arrive during a run, only the newest is run afterwards. */
function oneAtATime<T>(act: (value: T) => Promise<boolean>): (value: T) => Promise<boolean> {
	let last = Promise.resolve(true);
	let next: { value: T } | undefined;
	return (value) => {
		if (next) next.value = value;
		else {
			const waiting = { value };
			next = waiting;
			last = last.then(() => {
				next = undefined;
				return act(waiting.value);
			});
		}
		return last;
	};
}

async function keep(draft: StoredDraft): Promise<boolean> {
	try {
		await draftStorage.put(draft);
		return true;
	} catch {
		return attempt(() => localStorage.setItem(draft.key, JSON.stringify(draft)));
	}
}

export async function forget(key: string): Promise<boolean> {
	attempt(() => localStorage.removeItem(key));
	return draftStorage.remove(key).then(
		() => true,
		() => false,
	);
}

/** Reads the entries of IndexedDB and `localStorage`. If both contain an entry, the newer one is used. */
async function entries(prefix: string): Promise<StoredDraft[]> {
	const shelved: unknown[] = await draftStorage.all().catch(() => []);
	const found = new Map<string, StoredDraft>();
	for (const draft of [...shelved, ...stored(prefix)]) {
		if (!isKept(draft) || !draft.key.startsWith(prefix)) continue;
		if (draft.at >= (found.get(draft.key)?.at ?? 0)) found.set(draft.key, draft);
	}
	return [...found.values()].sort((one, other) => other.at - one.at);
}

function stored(prefix: string): unknown[] {
	const found: unknown[] = [];
	attempt(() => {
		for (let at = 0; at < localStorage.length; at += 1) {
			const key = localStorage.key(at);
			if (key?.startsWith(prefix))
				attempt(() => found.push({ ...JSON.parse(localStorage.getItem(key) ?? "null"), key }));
		}
	});
	return found;
}

function isKept(value: unknown): value is StoredDraft {
	if (typeof value !== "object" || value === null) return false;
	const { text, base, revision, at, key, by }: Partial<Record<keyof StoredDraft, unknown>> = value;
	const areTexts = [text, base, revision, key].every((part) => typeof part === "string");
	return areTexts && typeof at === "number" && (by === undefined || isWriter(by));
}

function isWriter(value: unknown): value is Writer {
	if (typeof value !== "object" || value === null) return false;
	const { id, name }: Partial<Record<keyof Writer, unknown>> = value;
	return typeof id === "string" && typeof name === "string";
}

function attempt(act: () => void): boolean {
	try {
		act();
		return true;
	} catch {
		return false;
	}
}
