import type { Locale } from "@/shared/i18n/locale";

/** Joins sentences: Chinese puts no space between them. */
export function joinSentences(locale: Locale, all: string[]): string {
	return all.join(locale === "zh-CN" ? "" : " ");
}
