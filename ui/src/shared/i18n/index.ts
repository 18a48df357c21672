// Messages: complete sentences with named placeholders. The English file defines the keys of both languages.
import type { Locale } from "@pailou/core";

export type Values = Record<string, string | number>;

// A key that ends in `.one` is the English singular; Chinese has none.
type Singular = `${string}.one`;

type Chinese<English> = Record<Exclude<keyof English, Singular>, string>;

/** Overrides of built-in messages: by language, area, and key. */
export type MessageOverrides = Partial<Record<Locale, Record<string, Record<string, string>>>>;

let overrides: MessageOverrides | undefined;

/** Sets the overrides of messages, which the server sends with the site data. */
export function setMessages(words: MessageOverrides | undefined): void {
	overrides = words;
}

/** Returns the `text` function of an area. `area` is the name of its message file. */
export function messages<English extends Record<string, string>>(area: string, en: English, zh: Chinese<English>) {
	const built: Record<Locale, Record<string, string>> = { "zh-CN": zh, "en-US": en };
	return function text(locale: Locale, key: Exclude<keyof English & string, Singular>, holes: Values = {}): string {
		const sentence = (key: string) => overrides?.[locale]?.[area]?.[key] ?? built[locale][key];
		const one = isSingular(locale, holes.count) ? sentence(`${key}.one`) : undefined;
		return filled(one ?? sentence(key) ?? key, holes);
	};
}

/** Whether a count has the singular form, as with `Intl.PluralRules`, which the embedded engine lacks. */
export function isSingular(locale: Locale, count: string | number | undefined): boolean {
	return locale === "en-US" && (count === 1 || count === "1");
}

export function filled(sentence: string, values: Values): string {
	return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
