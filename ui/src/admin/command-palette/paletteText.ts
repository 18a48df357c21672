// Messages of the command palette, loaded together with the palette.
import en from "@messages/en/palette.json";
import zh from "@messages/zh/palette.json";
import { messages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const paletteText = messages("palette", en, zh);

type Key = Parameters<typeof paletteText>[1];

/** Synonyms for a command or for a page of the admin area; empty if there are none. */
export function synonymsText(locale: Locale, id: string): string {
	const key = `also.${id}`;
	return isKey(key) ? paletteText(locale, key) : "";
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
