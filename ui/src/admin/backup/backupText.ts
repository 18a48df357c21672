// Messages of the backup page, loaded together with that page.
import en from "@messages/en/backup.json";
import zh from "@messages/zh/backup.json";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";

export const backupText = messages("backup", en, zh);

type Key = Parameters<typeof backupText>[1];

/** Message for a rejected file; undefined if there is no message for its error code. */
export function fieldErrorText(locale: Locale, sending: Sending): string | undefined {
	const errors = fieldErrors(sending);
	const keys = errors.filter(({ field }) => field === "backup").map(({ code }) => `error.${code}`);
	const texts = keys.filter(isKey).map((key) => backupText(locale, key));
	return joinSentences(locale, texts) || undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
