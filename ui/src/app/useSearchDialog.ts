// Opens the search dialog from anywhere. Its code is loaded when somebody is about to search; until it
// is there, and where it cannot be loaded, the field in the header is the search.
import { type ComponentType, useState } from "react";
import { isShortcut } from "@/shared/shortcuts";

export type Dialog = ComponentType<{ takeWords: () => string; close: () => void }>;

export interface SearchDialog {
	/** What to show, while the dialog is open. */
	opened: { Dialog: Dialog; takeWords: () => string } | undefined;
	/** `takeWords` hands over what has been typed by the time the dialog has the focus. */
	open: (takeWords: () => string) => Promise<void>;
	close: () => void;
}

export function useSearchDialog(): SearchDialog {
	const [opened, setOpened] = useState<SearchDialog["opened"]>();

	async function open(takeWords: () => string): Promise<void> {
		try {
			const { SearchDialog: Dialog } = await loadSearch();
			setOpened({ Dialog, takeWords });
		} catch (error) {
			console.error("the search dialog could not be loaded", error);
		}
	}

	return { opened, open, close: () => setOpened(undefined) };
}

export function loadSearch(): Promise<{ SearchDialog: Dialog }> {
	return import("@/docs/SearchDialog");
}

/** `/` can be turned off as a single key; Ctrl-K and ⌘K cannot be typed by accident. */
export function isSearchKey(event: KeyboardEvent, singleKeys: boolean): boolean {
	const { key, ctrlKey, metaKey, altKey } = event;
	if (key.toLowerCase() === "k" && (ctrlKey || metaKey)) return !altKey && !event.defaultPrevented;
	return key === "/" && singleKeys && isShortcut(event);
}
