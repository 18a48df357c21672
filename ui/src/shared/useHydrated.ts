import { useSyncExternalStore } from "react";

/** False on the server and in the first render of the browser, so that their HTML is equal. */
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
