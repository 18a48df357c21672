// Messages of the redirects page, loaded together with that page.
import en from "@messages/en/redirects.json";
import zh from "@messages/zh/redirects.json";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";

export const redirectsText = messages("redirects", en, zh);

type Key = Parameters<typeof redirectsText>[1];

/** Messages of this page for the errors of a field; empty if there are none. */
export function fieldErrorText(locale: Locale, sending: Sending, field: string): string | undefined {
	const errors = fieldErrors(sending);
	const keys = errors.filter((error) => error.field === field).map(({ code }) => `${field}.${code}`);
	const texts = keys.filter(isKey).map((key) => redirectsText(locale, key));
	return joinSentences(locale, texts);
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
