import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated: false on the server and in the browser's first render, because the HTML of the two must
 * be equal.
 */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}

function never(): () => void {
	return () => {};
}
