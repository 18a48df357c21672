// Overrides of interface text: one published site file for each language. No React, no requests.

import type { BuiltInMessage, ConfigValue } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";
import { placeholdersOf } from "@/shared/i18n/placeholders";

export const locales = ["zh-CN", "en-US"] as const;

/** Names of the site files with the messages of each language. */
export const valueNames: Record<Locale, string> = { "zh-CN": "messages.zh.json", "en-US": "messages.en.json" };

export interface Override {
	text: string;
	/** Built-in message at the time of the override. */
	original?: string;
}

/** Overrides by area and key. */
export type Overrides = Record<string, Record<string, Override>>;

export interface MessageSide {
	/** Built-in message in this language; undefined if the language has no such message. */
	builtIn: string | undefined;
	changed: Override | undefined;
}

export interface Row {
	area: string;
	key: string;
	sides: Record<Locale, MessageSide>;
}

export function overridesOf(value: ConfigValue | undefined): Overrides {
	const read: unknown = JSON.parse(value?.body ?? "{}");
	const overrides: Overrides = {};
	for (const [area, keys] of entriesOf(read)) {
		for (const [key, changed] of entriesOf(keys)) {
			if (isChanged(changed)) overrides[area] = { ...overrides[area], [key]: changed };
		}
	}
	return overrides;
}

export function rowsOf(messages: BuiltInMessage[], overrides: Record<Locale, Overrides>): Row[] {
	return messages.map(({ area, key, zh, en }) => ({
		area,
		key,
		sides: {
			"zh-CN": { builtIn: zh ?? undefined, changed: overrides["zh-CN"][area]?.[key] },
			"en-US": { builtIn: en, changed: overrides["en-US"][area]?.[key] },
		},
	}));
}

/**
 * Returns the rows whose key or text in either language contains `q`, ignoring case. With `changedOnly`, returns only
 * rows with an override.
 */
export function found(rows: Row[], q: string, changedOnly: boolean): Row[] {
	const query = q.trim().toLowerCase();
	return rows.filter(({ area, key, sides }) => {
		const both = Object.values(sides);
		if (changedOnly && both.every(({ changed }) => changed === undefined)) return false;
		const texts = both.flatMap(({ builtIn = "", changed }) => [builtIn, changed?.text ?? ""]);
		return [`${area}.${key}`, ...texts].some((text) => text.toLowerCase().includes(query));
	});
}

export function isOutdated({ builtIn, changed }: MessageSide): boolean {
	return changed?.original !== undefined && changed.original !== builtIn;
}

/** Sets or removes the override of a message. Obsolete overrides are removed. */
export function withSentence(
	rows: Row[],
	locale: Locale,
	at: Pick<Row, "area" | "key">,
	text: string | null,
): Overrides {
	const wording: Overrides = {};
	for (const { area, key, sides } of rows) {
		const { builtIn, changed } = sides[locale];
		const isTarget = area === at.area && key === at.key;
		const next = isTarget ? (text === null ? undefined : { text, ...(builtIn && { original: builtIn }) }) : changed;
		if (next && (isTarget || hasSamePlaceholders(next.text, key, builtIn)))
			wording[area] = { ...wording[area], [key]: next };
	}
	return wording;
}

/** Number of obsolete overrides in one site file. */
export function leftOver(rows: Row[], locale: Locale, wording: Overrides): number {
	const all = Object.values(wording).reduce((sum, keys) => sum + Object.keys(keys).length, 0);
	const used = rows.filter(
		({ key, sides: { [locale]: side } }) => side.changed && hasSamePlaceholders(side.changed.text, key, side.builtIn),
	);
	return all - used.length;
}

/**
 * Whether an override has a known key and the placeholders of the built-in message; any other override is obsolete.
 * Singular messages (`.one`) may have other placeholders. The server validates overrides, too.
 */
function hasSamePlaceholders(text: string, key: string, builtIn: string | undefined): boolean {
	if (builtIn === undefined) return false;
	const placeholders = (text: string) => [...new Set(placeholdersOf(text))].join(" ");
	return key.endsWith(".one") || placeholders(text) === placeholders(builtIn);
}

function entriesOf(value: unknown): [string, unknown][] {
	return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function isChanged(value: unknown): value is Override {
	return typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";
}
