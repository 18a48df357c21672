// What is typed is kept in this browser at once, until the server has said that it has it. Blocked or full storage
// never throws: then it is known that nothing is kept.
import type { Segment } from "@/admin/pages/language";

export interface Entry {
	text: string;
	/** What the server had when it was typed, and under which revision. */
	base: string;
	revision: string;
	at: number;
}

/** Left behind by a page that was closed, killed or reloaded before the server had it. */
export interface Kept extends Entry {
	key: string;
}

export interface Journal {
	/** Answers whether it is kept. */
	write: (entry: Entry) => boolean;
	clear: () => void;
	/** The newest first. */
	kept: () => Kept[];
	drop: (key: string) => void;
}

const folder = "website_journal";

/** Two tabs with the same page keep what is theirs. */
const ownTab = Math.random().toString(36).slice(2);

export function journalOf(id: string, segment: Segment, tab = ownTab): Journal {
	const place = `${folder}/${id}/${segment}/`;
	const own = place + tab;
	return {
		write: (entry) => attempt(() => localStorage.setItem(own, JSON.stringify(entry))),
		clear: () => void attempt(() => localStorage.removeItem(own)),
		kept: () => entries(place).filter(({ key }) => key !== own),
		drop: (key) => void attempt(() => localStorage.removeItem(key)),
	};
}

function entries(place: string): Kept[] {
	const found: Kept[] = [];
	attempt(() => {
		for (let at = 0; at < localStorage.length; at += 1) {
			const key = localStorage.key(at);
			if (key?.startsWith(place)) found.push(...read(key));
		}
	});
	return found.sort((one, other) => other.at - one.at);
}

function read(key: string): Kept[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
		return isEntry(kept) ? [{ ...kept, key }] : [];
	} catch {
		return [];
	}
}

function isEntry(value: unknown): value is Entry {
	if (typeof value !== "object" || value === null) return false;
	const { text, base, revision, at }: Partial<Record<keyof Entry, unknown>> = value;
	return [text, base, revision].every((part) => typeof part === "string") && typeof at === "number";
}

function attempt(act: () => void): boolean {
	try {
		act();
		return true;
	} catch {
		return false;
	}
}
