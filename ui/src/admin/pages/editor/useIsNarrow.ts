import { useSyncExternalStore } from "react";

const query = "(width < 60rem)";

/** Whether the window has space for only one pane, so that the panes are tabs. */
export function useIsNarrow(): boolean {
	return useSyncExternalStore(watch, isNarrow, () => false);
}

function isNarrow(): boolean {
	return matchMedia(query).matches;
}

function watch(listener: () => void): () => void {
	const media = matchMedia(query);
	media.addEventListener("change", listener);
	return () => media.removeEventListener("change", listener);
}
