// Opens the search dialog from anywhere. Its code is loaded shortly before the first search; until then, and if loading
// fails, the field in the header is the search.
import { type ComponentType, type RefObject, useRef, useState } from "react";
import { isShortcut } from "@/shared/shortcuts";

export type Dialog = ComponentType<{ takeWords: () => string; close: () => void }>;

export interface SearchDialog {
	/** What to show, while the dialog is open. */
	opened: { Dialog: Dialog; takeWords: () => string } | undefined;
	/** The field that takes what is typed until the dialog is there. */
	field: RefObject<HTMLInputElement | null>;
	open: () => void;
	close: () => void;
}

export function useSearchDialog(): SearchDialog {
	const [opened, setOpened] = useState<SearchDialog["opened"]>();
	const field = useRef<HTMLInputElement>(null);

	async function open(): Promise<void> {
		if (document.querySelector("dialog[open]") !== null) return;
		const takeWords = typeAhead(field.current);
		try {
			const { SearchDialog: Dialog } = await loadSearch();
			setOpened({ Dialog, takeWords });
		} catch (error) {
			console.error("the search dialog could not be loaded", error);
		}
	}

	return { opened, field, open, close: () => setOpened(undefined) };
}

/** Gives the field the focus, in a narrow window also a place; what it answers hands both over to the dialog. */
function typeAhead(field: HTMLInputElement | null): () => string {
	const before = document.activeElement;
	field?.form?.setAttribute("data-opening", "");
	field?.focus();
	return () => {
		const words = field?.value ?? "";
		if (field) field.value = "";
		// Where the dialog gives the focus back to.
		if (before instanceof HTMLElement && before !== field) before.focus({ preventScroll: true });
		if (before === field || document.activeElement === field) field?.blur();
		field?.form?.removeAttribute("data-opening");
		return words;
	};
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
