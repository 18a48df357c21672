// Messages of the language model page, loaded together with that page.
import en from "@messages/en/model.json";
import zh from "@messages/zh/model.json";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";

export const modelText = messages("model", en, zh);

type Key = Parameters<typeof modelText>[1];

/** Error message of a form field; undefined if the field has no error with a message. */
export function fieldErrorText(locale: Locale, sending: Sending, field: string): string | undefined {
	const errors = fieldErrors(sending);
	const known = errors.filter((error) => error.field === field).map(({ code }) => keyOf(`error.${code}`));
	const texts = known.filter((key) => key !== undefined).map((key) => modelText(locale, key));
	return joinSentences(locale, texts) || undefined;
}

/** Sentence about the result of a connection test. */
export function testText(locale: Locale, code: string, model: string): string {
	return modelText(locale, keyOf(`test.${code}`) ?? "test.refused", { model });
}

function keyOf(key: string): Key | undefined {
	return isKey(key) ? key : undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
