// Messages: whole sentences with named holes. The English file is the type of both languages.
import type { Locale } from "@pailou/core";

export type Holes = Record<string, string | number>;

// A key ending in `.one` is the English singular; Chinese has no use for it.
type Singular = `${string}.one`;

type Chinese<English> = Record<Exclude<keyof English, Singular>, string>;

/** The `text` function of one area. */
export function messages<English extends Record<string, string>>(en: English, zh: Chinese<English>) {
	const singular: Record<string, string> = en;
	const chinese: Record<string, string> = zh;
	return function text(locale: Locale, key: Exclude<keyof English & string, Singular>, holes: Holes = {}): string {
		if (locale === "zh-CN") return filled(chinese[key] ?? key, holes);
		const one = isSingular(locale, holes.count) ? singular[`${key}.one`] : undefined;
		return filled(one ?? singular[key] ?? key, holes);
	};
}

/** The same answer as `Intl.PluralRules`, which the embedded engine does not have. */
export function isSingular(locale: Locale, count: string | number | undefined): boolean {
	return locale === "en-US" && (count === 1 || count === "1");
}

export function filled(sentence: string, holes: Holes): string {
	return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole));
}

export function holesOf(sentence: string): string[] {
	return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}
