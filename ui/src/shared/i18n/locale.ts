// The locale of what is on the screen. The address decides; without a prefix it is the visitor's,
// which the server chose for the first page and the language switch changes afterwards.
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

/** What the server decided for this visitor; hydration must not decide again. */
export function settleLocale(locale: Locale): void {
	visitors = locale;
}

/** An explicit choice in the language switch: remembered, and at once what unprefixed pages use. */
export function chooseLocale(locale: Locale): void {
	saveLocale(locale);
	visitors = locale;
	for (const listener of listeners) listener();
}

/** `path` is without the base, such as `/zh/docs`. */
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

/** The name of each language in that language, independent of the language of the page. */
export const languageNames: Record<Locale, string> = { "zh-CN": "中文", "en-US": "English" };

const namesIn: Record<Locale, Record<Locale, string>> = {
	"zh-CN": { "zh-CN": "中文", "en-US": "英文" },
	"en-US": { "zh-CN": "Chinese", "en-US": "English" },
};

/** The name of a language inside a sentence of another. */
export function languageName(language: Locale, sentence: Locale): string {
	return namesIn[sentence][language];
}

/** The addresses of a page that is there in both languages, this one first. */
export function inBoth(path: string, locale: Locale): { locale: Locale; url: string }[] {
	return [locale, otherLocale(locale)].map((locale) => ({ locale, url: withLocale(path, locale) }));
}

export { localeOfPath, otherLocale, withLocale, withoutLocale };
