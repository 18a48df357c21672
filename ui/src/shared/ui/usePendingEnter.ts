import { useEffect, useEffectEvent, useState } from "react";

/**
 * Remembers Enter that is pressed before the response to a search: after `wait`, calls `open` when the response has
 * arrived. `cancel` forgets it.
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
