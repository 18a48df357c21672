// Messages of the media library, loaded together with it.
import en from "@messages/en/media.json";
import zh from "@messages/zh/media.json";
import type { ProblemError } from "@/shared/http/api";
import { messages } from "@/shared/i18n";
import { problemText } from "@/shared/i18n/common";
import type { Locale } from "@/shared/i18n/locale";

export const mediaText = messages("media", en, zh);

type Key = Parameters<typeof mediaText>[1];

export function named(locale: Locale, key: string): string | undefined {
	return isKey(key) ? mediaText(locale, key) : undefined;
}

/**
 * Message for a failed action, specific to the media library if possible. `replaces`: path of the file that was to be
 * replaced.
 */
export function whyText(locale: Locale, { problem }: ProblemError, replaces?: string): string {
	const own = problem.errors
		.map(
			({ code }) =>
				(replaces !== undefined && named(locale, `error.${code}.replaces`)) || named(locale, `error.${code}`),
		)
		.find((message) => message !== undefined);
	if (own !== undefined) return own;
	if (problem.status === 412) return mediaText(locale, "error.changed");
	if (problem.status === 403) return mediaText(locale, "error.forbidden");
	return problemText(locale, problem);
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
