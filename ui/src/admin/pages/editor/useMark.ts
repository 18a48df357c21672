import { useState } from "react";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { useLocale } from "@/shared/i18n/locale";

/** How the server refuses a mark that comes too late, and the message for it. */
interface Late {
	code: string;
	message: Parameters<typeof text>[1];
}

/** Marks a segment: what is sent answers false where a draft could not be saved before. */
export function useMark(late: Late) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [isUnsaved, setUnsaved] = useState(false);
	const errors = sending.state === "refused" ? sending.refusal.problem.errors : [];
	const isLate = errors.some(({ code }) => code === late.code);
	const failure = isUnsaved
		? text(locale, "acknowledgeUnsaved")
		: isLate
			? text(locale, late.message)
			: failureOf(locale, sending);
	return {
		failure,
		isSending: sending.state === "sending",
		mark: (act: () => Promise<boolean>) => void send(async () => setUnsaved(!(await act()))),
	};
}
