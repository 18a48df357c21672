// Messages of the site files page, loaded together with that page.
import en from "@messages/en/config.json";
import zh from "@messages/zh/config.json";
import { moment } from "@/admin/moment";
import type { ConfigValue } from "@/shared/http/types";
import { messages, type Values } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const configText = messages("config", en, zh);

type Key = Parameters<typeof configText>[1];

/** Message for an error of a field; undefined if there is none for the code. */
export function errorText(locale: Locale, field: string, code: string, values?: Values): string | undefined {
	const key = `${field}.${code}`;
	return isKey(key) ? configText(locale, key, values) : undefined;
}

/** Warning that publishing cancels a scheduled version; empty if none is scheduled. */
export function dueEnds(locale: Locale, value: ConfigValue | undefined): string {
	if (value?.due_at == null) return "";
	return configText(locale, "dueEnds", { version: value.due ?? "", moment: moment(value.due_at) });
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
