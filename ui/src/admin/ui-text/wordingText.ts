// Messages of the interface text page, loaded together with that page.
import en from "@messages/en/wording.json";
import zh from "@messages/zh/wording.json";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const wordingText = messages("wording", en, zh);

type Key = Parameters<typeof wordingText>[1];

/** Message for a rejected request; undefined if there is no message for its error codes. */
export function fieldErrorText(locale: Locale, sending: Sending): string | undefined {
	const errors = fieldErrors(sending);
	const key = errors.map(({ field, code }) => `${field}.${code}`).find(isKey);
	return key && wordingText(locale, key);
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
