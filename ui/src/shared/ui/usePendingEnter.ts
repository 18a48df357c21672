import { useEffect, useEffectEvent, useState } from "react";

/**
 * Handles Enter that is pressed before the response to a search has arrived: after a call of `wait`, `open` is called
 * when the search has ended. `cancel` prevents that call.
 */
export function usePendingEnter(isSearching: boolean, open: () => void): { wait: () => void; cancel: () => void } {
	const [isWaiting, setWaiting] = useState(false);
	const openNow = useEffectEvent(open);
	useEffect(() => {
		if (!isWaiting || isSearching) return;
		setWaiting(false);
		openNow();
	}, [isWaiting, isSearching]);
	return { wait: () => setWaiting(true), cancel: () => setWaiting(false) };
}
