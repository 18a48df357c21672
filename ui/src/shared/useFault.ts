import { useLayoutEffect, useRef } from "react";

/** For where a fault is told: each new one leads to the first field of the form that has one. */
export function useFault(fault: string | undefined) {
	const told = useRef<HTMLParagraphElement>(null);
	useLayoutEffect(() => {
		if (fault === undefined) return;
		const first = told.current?.closest("form")?.querySelector("[aria-invalid=true]");
		if (first instanceof HTMLElement) first.focus();
	}, [fault]);
	return told;
}
