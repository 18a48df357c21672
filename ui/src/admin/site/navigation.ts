// Links of header and footer, as form entries and as a site file. No React, no requests.
import { fieldsOf, textOf } from "@/admin/site/fields";

/** Maximum number of links in a list. */
export const mostEntries = 16;

export const lists = ["header", "footer"] as const;

export type ListName = (typeof lists)[number];

export type LinkLanguages = "both" | "zh" | "en";

export interface Entry {
	/** Id of the row, while the form is open. */
	id: number;
	zh: string;
	en: string;
	to: string;
	for: LinkLanguages;
}

/** Links by list; undefined for the built-in list. */
export type Navigation = Partial<Record<ListName, Entry[]>>;

/** Decodes a URL for display; a URL with a malformed escape is returned unchanged. */
export function readable(url: string): string {
	try {
		return decodeURI(url);
	} catch {
		return url;
	}
}

let last = 0;

export function entry(zh = "", en = "", to = "", whom: LinkLanguages = "both"): Entry {
	last += 1;
	return { id: last, zh, en, to, for: whom };
}

export function navigationOf(body: string | null | undefined): Navigation {
	const read = fieldsOf(JSON.parse(body ?? "{}"));
	const list = (value: unknown) =>
		Array.isArray(value)
			? value.map((one) => {
					const { label, to, only } = fieldsOf(one);
					const { zh, en } = fieldsOf(label);
					return entry(textOf(zh), textOf(en), textOf(to), only === "zh" || only === "en" ? only : "both");
				})
			: undefined;
	const [header, footer] = [list(read.header), list(read.footer)];
	return { ...(header && { header }), ...(footer && { footer }) };
}

/** Serializes one entry per line, so that a line number of an error identifies an entry. */
export function bodyOf(navigation: Navigation): string {
	const parts = lists.flatMap((name) => {
		const entries = navigation[name];
		if (!entries) return [];
		const lines = entries.map((entry) => `\t\t${JSON.stringify(written(entry))}`).join(",\n");
		return [`\t"${name}": [${lines === "" ? "" : `\n${lines}\n\t`}]`];
	});
	return parts.length === 0 ? "{}" : `{\n${parts.join(",\n")}\n}`;
}

/** Returns the entry on a line of the serialized text, counted from 1; undefined for a line without an entry. */
export function entryAt(navigation: Navigation, line: number): Entry | undefined {
	let at = 2;
	for (const entries of lists.map((name) => navigation[name])) {
		if (!entries) continue;
		const found = entries[line - at - 1];
		if (line > at && found) return found;
		at += entries.length === 0 ? 1 : entries.length + 2;
	}
	return undefined;
}

/** Moves an entry up or down by one position. */
export function moved(entries: Entry[], at: number, by: -1 | 1): Entry[] {
	const next = [...entries];
	const [one] = next.splice(at, 1);
	if (one) next.splice(at + by, 0, one);
	return next;
}

function written({ zh, en, to, for: whom }: Entry) {
	if (whom === "zh") return { label: { zh }, only: whom, to };
	if (whom === "en") return { label: { en }, only: whom, to };
	return { label: { zh, en }, to };
}
