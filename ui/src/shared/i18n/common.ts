// Messages that all areas use: problems by code, translation states, and the fields of the login form.

import en from "@messages/en/shared.json";
import zh from "@messages/zh/shared.json";
import type { Problem } from "@pailou/core";
import type { TextState } from "@/shared/http/types";
import { messages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

export const text = messages("shared", en, zh);

type Key = Parameters<typeof text>[1];

/** Returns the message for a problem by its code, because the server sends no localized text. */
export function problemText(locale: Locale, { code }: Pick<Problem, "code">): string {
	return text(locale, isKey(code) ? code : "unknown");
}

const stateKeys = {
	up_to_date: "stateUpToDate",
	outdated: "stateOutdated",
	not_translated: "stateNotTranslated",
	not_aligned: "stateNotAligned",
	not_reviewed: "stateNotReviewed",
	machine_translated: "stateMachineTranslated",
} as const satisfies Record<TextState, Key>;

export function stateText(locale: Locale, state: TextState): string {
	return text(locale, stateKeys[state]);
}

function isKey(code: string): code is Key {
	return Object.hasOwn(en, code);
}
