import { useLayoutEffect, useRef } from "react";

/** Ref of an error message: every new error moves the focus to the first invalid field of the form. */
export function useFault(fault: string | undefined) {
	const told = useRef<HTMLParagraphElement>(null);
	useLayoutEffect(() => {
		if (fault === undefined) return;
		const first = told.current?.closest("form")?.querySelector("[aria-invalid=true]");
		if (first instanceof HTMLElement) first.focus();
	}, [fault]);
	return told;
}
