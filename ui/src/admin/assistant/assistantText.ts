// Messages of the admin page of the assistant, loaded together with that page.
import en from "@messages/en/assistant-admin.json";
import zh from "@messages/zh/assistant-admin.json";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";

export const assistantText = messages("assistant-admin", en, zh);

type Key = Parameters<typeof assistantText>[1];

/** Error message of a form field; undefined if the field has no error with a message. */
export function fieldErrorText(locale: Locale, sending: Sending, field: string): string | undefined {
	const errors = fieldErrors(sending);
	const keys = errors.filter((error) => error.field === field).map(({ code }) => `${field}.${code}`);
	return joinSentences(locale, keys.map((key) => named(locale, key) ?? "").filter(Boolean)) || undefined;
}

/** Returns the message for `key`, which contains a code of the server; undefined if there is no message. */
export function named(locale: Locale, key: string): string | undefined {
	return isKey(key) ? assistantText(locale, key) : undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
