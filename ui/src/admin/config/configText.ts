// Messages of the page about published values: they come with it.
import en from "@messages/en/config.json";
import zh from "@messages/zh/config.json";
import { moment } from "@/admin/moment";
import type { ConfigValue } from "@/shared/http/types";
import { type Holes, messages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const configText = messages("config", en, zh);

type Key = Parameters<typeof configText>[1];

/** What is wrong with a field, if that has words here. */
export function faultText(locale: Locale, field: string, code: string, holes?: Holes): string | undefined {
	const key = `${field}.${code}`;
	return isKey(key) ? configText(locale, key, holes) : undefined;
}

/** Which version is not published in its time once something else is; nothing where none waits. */
export function dueEnds(locale: Locale, value: ConfigValue | undefined): string {
	if (value?.due_at == null) return "";
	return configText(locale, "dueEnds", { version: value.due ?? "", moment: moment(value.due_at) });
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
