// Locale of the current page, from the prefix of its URL. Without a prefix, the visitor's locale is used: the server
// chooses it for the first page, and the language switch changes it.
import {
	type Locale,
	localeOfPath,
	otherLocale,
	saveLocale,
	visitorLocale,
	withLocale,
	withoutLocale,
} from "@pailou/core";
import { useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";

export type { Locale };

let visitors: Locale | undefined;
const listeners = new Set<() => void>();

/** Sets the locale that the server has chosen for this visitor, so that hydration uses the same locale. */
export function settleLocale(locale: Locale): void {
	visitors = locale;
}

/** Stores the locale chosen in the language switch, and uses it for URLs without a prefix. */
export function chooseLocale(locale: Locale): void {
	saveLocale(locale);
	visitors = locale;
	for (const listener of listeners) listener();
}

/** Returns the locale in a path without the base, such as `/zh/docs`, or else the locale of the visitor. */
export function localeAt(path: string): Locale {
	return localeOfPath(path) ?? visitors ?? visitorLocale(path);
}

export function useLocale(): Locale {
	const { pathname } = useLocation();
	const here = () => localeAt(pathname);
	return useSyncExternalStore(watch, here, here);
}

function watch(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Name of each language in the language itself. */
export const languageNames: Record<Locale, string> = { "zh-CN": "中文", "en-US": "English" };

const namesIn: Record<Locale, Record<Locale, string>> = {
	"zh-CN": { "zh-CN": "中文", "en-US": "英文" },
	"en-US": { "zh-CN": "Chinese", "en-US": "English" },
};

/** Name of a language in the language of a sentence. */
export function languageName(language: Locale, sentence: Locale): string {
	return namesIn[sentence][language];
}

/** URLs of a page that exists in both languages, the URL in `locale` first. */
export function urlsInBothLanguages(path: string, locale: Locale): { locale: Locale; url: string }[] {
	return [locale, otherLocale(locale)].map((locale) => ({ locale, url: withLocale(path, locale) }));
}

export { localeOfPath, otherLocale, withLocale, withoutLocale };
