// Messages of the page list and the page editor, loaded together with them.
import en from "@messages/en/pages.json";
import zh from "@messages/zh/pages.json";
import { messages, type Values } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const text = messages("pages", en, zh);

export type Key = Parameters<typeof text>[1];

/** Returns the message for a code of the server; undefined if there is no message. */
export function named(locale: Locale, key: string, holes?: Values): string | undefined {
	return isKey(key) ? text(locale, key, holes) : undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
