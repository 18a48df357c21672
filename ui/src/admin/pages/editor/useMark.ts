import { useState } from "react";
import { type Key, text } from "@/admin/pages/text";
import { failureOf, fieldErrors, useMutation } from "@/admin/useMutation";
import { useLocale } from "@/shared/i18n/locale";

/** Message keys by error code, for segments that can no longer be marked or unmarked. */
type ErrorMessages = Record<string, Key>;

/**
 * Sends requests that mark segments, such as acknowledgements, and returns the message about a failed request. The
 * function that `mark` receives returns false if a draft could not be saved.
 */
export function useMark(messages: ErrorMessages) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [isUnsaved, setUnsaved] = useState(false);
	const errors = fieldErrors(sending);
	const errorMessage = errors.map(({ code }) => messages[code]).find((message) => message !== undefined);
	const failure = isUnsaved
		? text(locale, "acknowledgeUnsaved")
		: errorMessage
			? text(locale, errorMessage)
			: failureOf(locale, sending);
	return {
		failure,
		isSending: sending.state === "sending",
		mark: (act: () => Promise<boolean>) => void send(async () => setUnsaved(!(await act()))),
	};
}
