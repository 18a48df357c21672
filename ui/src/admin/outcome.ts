// Messages for the result of an update of a Git source; the server sends stable codes.
import en from "@messages/en/admin.json";
import { text } from "@/admin/text";
import type { Locale } from "@/shared/i18n/locale";

type Key = Extract<keyof typeof en, `outcome.${string}`>;

function isKey(key: string): key is Key {
	return key in en;
}

export function outcomeText(locale: Locale, outcome: string | null): string {
	const key = `outcome.${outcome ?? "none"}`;
	return text(locale, isKey(key) ? key : "outcome.failed");
}
