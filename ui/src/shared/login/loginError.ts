// Messages for rejected requests, such as logins.

import { problemText } from "@/shared/i18n/common";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";
import type { Refusal } from "@/shared/login/requests";
import { isLoginKey, loginText } from "@/shared/login/text";

/** Returns the message for the waiting time after too many attempts, for all invalid fields, or for the problem. */
export function loginErrorText(locale: Locale, { problem, wait }: Refusal): string {
	if (problem.status === 429 && wait > 0) return waitText(locale, wait);
	const errors = problem.errors.flatMap(({ field, code }) => errorText(locale, field, code) ?? []);
	if (errors.length > 0) return joinSentences(locale, errors);
	return isLoginKey(problem.code) ? loginText(locale, problem.code) : problemText(locale, problem);
}

/** Returns the message for an invalid field, if there is a message for the code. */
export function errorText(locale: Locale, field: string, code: string): string | undefined {
	const key = `${field}.${code}`;
	return isLoginKey(key) ? loginText(locale, key) : undefined;
}

/** Returns the waiting time in seconds, or in minutes if it is longer than two minutes. */
function waitText(locale: Locale, seconds: number): string {
	if (seconds <= 120) return loginText(locale, "waitSeconds", { count: Math.ceil(seconds) });
	return loginText(locale, "waitMinutes", { count: Math.ceil(seconds / 60) });
}
