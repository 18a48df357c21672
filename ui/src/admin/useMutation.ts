import { useEffect, useRef, useState } from "react";
import { me } from "@/admin/api";
import { errorText as ownErrorText } from "@/admin/usersText";
import { ProblemError } from "@/shared/http/api";
import { problemText } from "@/shared/i18n/common";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";
import { errorText, loginErrorText } from "@/shared/login/loginError";
import { askAgain, onNextLoginOfSameUser, rememberedName } from "@/shared/login/session";
import { loginText } from "@/shared/login/text";

export type Sending =
	| { state: "ready" }
	| { state: "sending" }
	| { state: "refused"; error: ProblemError }
	| { state: "unreachable" };

/**
 * Sends one request at a time and returns its state. A request that failed because the session had expired is sent
 * again after the same user has logged in. The hook loads the user first, because a different user may have logged in.
 */
export function useMutation(): [Sending, send: (act: () => Promise<void>) => Promise<void>] {
	const [sending, setSending] = useState<Sending>({ state: "ready" });
	const stopWaiting = useRef<() => void>(undefined);
	const isLeft = useRef(false);
	useEffect(() => {
		isLeft.current = false;
		return () => {
			isLeft.current = true;
			stopWaiting.current?.();
		};
	}, []);
	/**
	 * Sends the request. For a second attempt, `previousError` is the error of the first attempt; the request is sent
	 * again only if user `name` is logged in.
	 */
	async function attempt(
		act: () => Promise<void>,
		name = rememberedName(),
		previousError?: ProblemError,
	): Promise<void> {
		stopWaiting.current?.();
		setSending({ state: "sending" });
		try {
			if (previousError && ((await me()).name !== name || isLeft.current)) {
				setSending({ state: "refused", error: previousError });
				return;
			}
			await act();
			setSending({ state: "ready" });
		} catch (error) {
			if (!(error instanceof ProblemError)) console.error("sending request failed", error);
			setSending(error instanceof ProblemError ? { state: "refused", error } : { state: "unreachable" });
			if (!(error instanceof ProblemError) || error.problem.code !== "unauthorized") return;
			stopWaiting.current = onNextLoginOfSameUser(() => void attempt(act, name, error));
			askAgain();
		}
	}
	return [sending, async (act) => (sending.state === "sending" ? undefined : attempt(act))];
}

/** Errors of fields in the response to a rejected request; empty in other states. */
export function fieldErrors(sending: Sending) {
	return sending.state === "refused" ? sending.error.problem.errors : [];
}

/** Message for the errors of a field; undefined if the field has none. */
export function fieldErrorText(locale: Locale, sending: Sending, field: string): string | undefined {
	const problem = sending.state === "refused" ? sending.error.problem : undefined;
	const errors = problem?.errors.filter((error) => error.field === field) ?? [];
	if (!problem || errors.length === 0) return undefined;
	const texts = errors.map(({ code }) => ownErrorText(locale, field, code) ?? errorText(locale, field, code));
	return joinSentences(
		locale,
		texts.map((text) => text ?? problemText(locale, problem)),
	);
}

/** Message for an error that none of the form's `fields` shows; undefined if there is none. */
export function failureOf(locale: Locale, sending: Sending, fields: string[] = []): string | undefined {
	if (sending.state === "unreachable") return loginText(locale, "offline");
	if (sending.state !== "refused") return undefined;
	const { problem } = sending.error;
	// The shared messages are only a fallback, because they are about opening a page, not about the failed action.
	const own = problem.code === "confirm-needed" ? undefined : ownErrorText(locale, "failed", String(problem.status));
	if (own !== undefined) return own;
	if (problem.errors.length === 0) return loginErrorText(locale, sending.error);
	const hasOtherField = problem.errors.some(({ field }) => !fields.includes(field));
	return hasOtherField ? problemText(locale, problem) : undefined;
}
