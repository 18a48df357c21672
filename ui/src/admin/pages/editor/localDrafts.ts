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

/** A text of a page that was closed, killed, or reloaded before the server had the text. */
export interface Kept extends Entry {
	key: string;
	/** Author; missing in entries of older releases. */
	by?: Writer;
}

/** Account of an author: its id, and its name at that time. */
export type Writer = Pick<User, "id" | "name">;

export interface LocalDrafts {
	/** Stores an entry; resolves to whether this entry or a newer one is stored. */
	write: (entry: Entry) => Promise<boolean>;
	clear: () => void;
	/** Stored texts of the same user, newest first. */
	kept: () => Promise<Kept[]>;
	drop: (key: string) => void;
}

const folder = "website_journal";

/** Stores the user's input. Each tab has its own key, so texts of other tabs and earlier visits remain. */
export function localDraftsOf(id: string, segment: Segment, { id: writer, name }: Writer, tab = unique()): LocalDrafts {
	const place = `${folder}/${id}/${segment}/`;
	const own = place + tab;
	const by = { id: writer, name };
	const set = oneAtATime((entry: Entry | undefined) => (entry ? keep({ ...entry, key: own, by }) : forget(own)));
	let written = Promise.resolve(true);
	return {
		write: (entry) => {
			written = set(entry);
			return written;
		},
		clear: () => void set(undefined),
		kept: async () => (await entries(place)).filter((one) => one.key !== own && (one.by ?? by).id === writer),
		// Deletes an entry after the pending write, which may contain its text.
		drop: (key) => void written.then((isKept) => isKept && forget(key)),
	};
}

/** Texts that other users have typed in either language of a page and that the server never received, newest first. */
export async function draftsOfOthers(id: string, by: string): Promise<Required<Kept>[]> {
	const isOther = (one: Kept): one is Required<Kept> => one.by !== undefined && one.by.id !== by;
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

async function keep(kept: Kept): Promise<boolean> {
	try {
		await draftStorage.put(kept);
		return true;
	} catch {
		return attempt(() => localStorage.setItem(kept.key, JSON.stringify(kept)));
	}
}

export async function forget(key: string): Promise<boolean> {
	attempt(() => localStorage.removeItem(key));
	return draftStorage.remove(key).then(
		() => true,
		() => false,
	);
}

/** Reads the entries of both storages. If both contain an entry, the newer one is used. */
async function entries(place: string): Promise<Kept[]> {
	const shelved: unknown[] = await draftStorage.all().catch(() => []);
	const found = new Map<string, Kept>();
	for (const kept of [...shelved, ...stored(place)]) {
		if (!isKept(kept) || !kept.key.startsWith(place)) continue;
		if (kept.at >= (found.get(kept.key)?.at ?? 0)) found.set(kept.key, kept);
	}
	return [...found.values()].sort((one, other) => other.at - one.at);
}

function stored(place: string): unknown[] {
	const found: unknown[] = [];
	attempt(() => {
		for (let at = 0; at < localStorage.length; at += 1) {
			const key = localStorage.key(at);
			if (key?.startsWith(place))
				attempt(() => found.push({ ...JSON.parse(localStorage.getItem(key) ?? "null"), key }));
		}
	});
	return found;
}

function isKept(value: unknown): value is Kept {
	if (typeof value !== "object" || value === null) return false;
	const { text, base, revision, at, key, by }: Partial<Record<keyof Kept, unknown>> = value;
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
