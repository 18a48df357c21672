// Messages of the page about name and navigation: they come with it.
import en from "@messages/en/site.json";
import zh from "@messages/zh/site.json";
import type { Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const siteText = messages("site", en, zh);

type Key = Parameters<typeof siteText>[1];

/** What is wrong with what was sent, if that has words here. */
export function faultOf(locale: Locale, sending: Sending): string | undefined {
	const errors = sending.state === "refused" ? sending.refusal.problem.errors : [];
	const key = errors.map(({ field, code }) => `${field}.${code}`).find(isKey);
	return key && siteText(locale, key);
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
