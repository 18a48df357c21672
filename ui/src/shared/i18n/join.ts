import type { Locale } from "@/shared/i18n/locale";

/** Joins sentences, with a space except in Chinese. */
export function joinSentences(locale: Locale, all: string[]): string {
	return all.join(locale === "zh-CN" ? "" : " ");
}
