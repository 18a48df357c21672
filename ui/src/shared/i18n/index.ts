// Messages: whole sentences with named placeholders. The English file is the type of both languages.
import type { Locale } from "@pailou/core";

export type Holes = Record<string, string | number>;

// A key ending in `.one` is the English singular; Chinese has no use for it.
type Singular = `${string}.one`;

type Chinese<English> = Record<Exclude<keyof English, Singular>, string>;

/** What the site says in place of the built-in sentences: by language, area and key. */
export type Words = Partial<Record<Locale, Record<string, Record<string, string>>>>;

let own: Words | undefined;

/** As the server sent it with the site. */
export function settleWords(words: Words | undefined): void {
	own = words;
}

/** The `text` function of one area, which is the name of its file. */
export function messages<English extends Record<string, string>>(area: string, en: English, zh: Chinese<English>) {
	const built: Record<Locale, Record<string, string>> = { "zh-CN": zh, "en-US": en };
	return function text(locale: Locale, key: Exclude<keyof English & string, Singular>, holes: Holes = {}): string {
		const sentence = (key: string) => own?.[locale]?.[area]?.[key] ?? built[locale][key];
		const one = isSingular(locale, holes.count) ? sentence(`${key}.one`) : undefined;
		return filled(one ?? sentence(key) ?? key, holes);
	};
}

/** The same answer as `Intl.PluralRules`, which the embedded engine does not have. */
export function isSingular(locale: Locale, count: string | number | undefined): boolean {
	return locale === "en-US" && (count === 1 || count === "1");
}

export function filled(sentence: string, holes: Holes): string {
	return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole));
}
