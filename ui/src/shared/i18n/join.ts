import type { Locale } from "@/shared/i18n/locale";

const fullWidthEnd = /[\u3001\u3002\u300b\u300d\u300f\uff01\uff09\uff0c\uff1a\uff1b\uff1f]$/;

/** Appends the space before a following link or value, except after full-width punctuation. */
export function withTrailingSpace(text: string): string {
	return fullWidthEnd.test(text) ? text : `${text} `;
}

/** Joins sentences, with a space except in Chinese. */
export function joinSentences(locale: Locale, all: string[]): string {
	return all.join(locale === "zh-CN" ? "" : " ");
}
