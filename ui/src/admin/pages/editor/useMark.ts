import { useState } from "react";
import { type Key, text } from "@/admin/pages/text";
import { failureOf, fieldErrors, useMutation } from "@/admin/useMutation";
import { useLocale } from "@/shared/i18n/locale";

/** Error codes for a segment that can no longer be marked, with their messages. */
type Late = Record<string, Key>;

/**
 * Sends a request that marks a segment, such as an acknowledgement. The request returns false if a draft could not be
 * saved first.
 */
export function useMark(late: Late) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [isUnsaved, setUnsaved] = useState(false);
	const errors = fieldErrors(sending);
	const tooLate = errors.map(({ code }) => late[code]).find((message) => message !== undefined);
	const failure = isUnsaved
		? text(locale, "acknowledgeUnsaved")
		: tooLate
			? text(locale, tooLate)
			: failureOf(locale, sending);
	return {
		failure,
		isSending: sending.state === "sending",
		mark: (act: () => Promise<boolean>) => void send(async () => setUnsaved(!(await act()))),
	};
}
