// Messages of the pages that manage pages: they come with those.
import en from "@messages/en/pages.json";
import zh from "@messages/zh/pages.json";
import { type Holes, messages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const text = messages("pages", en, zh);

export type Key = Parameters<typeof text>[1];

/** What the server sends as a stable name, in words if it has some. */
export function named(locale: Locale, key: string, holes?: Holes): string | undefined {
	return isKey(key) ? text(locale, key, holes) : undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
