import { useEffect } from "react";

/** Delays before the requests, in milliseconds. */
const pauses = [1000, 2000, 4000];

/**
 * Polls a few times while deliveries are pending and the page is visible. `waiting` has the ids of the pending
 * deliveries; a different value restarts the polling, and an empty string ends it.
 */
export function usePolling(waiting: string, ask: () => void): void {
	useEffect(() => {
		if (waiting === "") return;
		let attempts = 0;
		let timer: ReturnType<typeof setTimeout>;
		const next = () => {
			const pause = pauses[attempts];
			if (pause === undefined) return;
			timer = setTimeout(() => {
				if (document.visibilityState === "visible") {
					attempts += 1;
					ask();
				}
				next();
			}, pause);
		};
		next();
		return () => clearTimeout(timer);
	}, [waiting, ask]);
}
