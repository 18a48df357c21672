// Messages of the page about import and export: they come with it.
import en from "@messages/en/transfer.json";
import zh from "@messages/zh/transfer.json";
import type { Sending } from "@/admin/useSending";
import type { Locale } from "@/shared/locale";
import { sentences } from "@/shared/sentences";
import { messages } from "@/shared/text";

export const transferText = messages("transfer", en, zh);

type Key = Parameters<typeof transferText>[1];

/** Why a file was not taken. */
export function faultOf(locale: Locale, sending: Sending): string | undefined {
	const errors = sending.state === "refused" ? sending.refusal.problem.errors : [];
	const keys = errors.filter(({ field }) => field === "file").map(({ code }) => `fault.${code}`);
	const texts = keys.filter(isKey).map((key) => transferText(locale, key));
	return sentences(locale, texts) || undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
