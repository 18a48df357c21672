import { useLayoutEffect, useRef } from "react";

/** Returns a ref for an error message. A new error moves the focus to the first invalid field of the form. */
export function useErrorRef(error: string | undefined) {
	const messageRef = useRef<HTMLParagraphElement>(null);
	useLayoutEffect(() => {
		if (error === undefined) return;
		const first = messageRef.current?.closest("form")?.querySelector("[aria-invalid=true]");
		if (first instanceof HTMLElement) first.focus();
	}, [error]);
	return messageRef;
}
