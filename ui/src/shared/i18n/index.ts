// Messages: complete sentences with named placeholders. The English file defines the keys of both languages.
import type { Locale } from "@pailou/core";

export type Holes = Record<string, string | number>;

// A key that ends in `.one` is the English singular; Chinese has none.
type Singular = `${string}.one`;

type Chinese<English> = Record<Exclude<keyof English, Singular>, string>;

/** Overrides of built-in messages: by language, area, and key. */
export type Words = Partial<Record<Locale, Record<string, Record<string, string>>>>;

let own: Words | undefined;

/** Sets the overrides, which the server sends with the site data. */
export function setMessages(words: Words | undefined): void {
	own = words;
}

/** Returns the `text` function of an area, whose name is that of its message file. */
export function messages<English extends Record<string, string>>(area: string, en: English, zh: Chinese<English>) {
	const built: Record<Locale, Record<string, string>> = { "zh-CN": zh, "en-US": en };
	return function text(locale: Locale, key: Exclude<keyof English & string, Singular>, holes: Holes = {}): string {
		const sentence = (key: string) => own?.[locale]?.[area]?.[key] ?? built[locale][key];
		const one = isSingular(locale, holes.count) ? sentence(`${key}.one`) : undefined;
		return filled(one ?? sentence(key) ?? key, holes);
	};
}

/** Whether a count takes the singular form, as `Intl.PluralRules` determines, which the embedded engine lacks. */
export function isSingular(locale: Locale, count: string | number | undefined): boolean {
	return locale === "en-US" && (count === 1 || count === "1");
}

export function filled(sentence: string, holes: Holes): string {
	return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole));
}
