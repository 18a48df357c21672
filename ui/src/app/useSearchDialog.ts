// Opens the search dialog from any page. Its code is loaded when the search is first opened. Until then, or if loading
// fails, the form in the header submits to the search page.
import { type ComponentType, type RefObject, useRef, useState } from "react";
import { isShortcut } from "@/shared/shortcuts";

export type Dialog = ComponentType<{ takeQuery: () => string; close: () => void }>;

export interface SearchDialog {
	/** The open dialog; undefined while it is closed. */
	opened: { Dialog: Dialog; takeQuery: () => string } | undefined;
	/** Field that receives the input while the dialog is being loaded. */
	field: RefObject<HTMLInputElement | null>;
	open: () => void;
	close: () => void;
}

export function useSearchDialog(): SearchDialog {
	const [opened, setOpened] = useState<SearchDialog["opened"]>();
	const field = useRef<HTMLInputElement>(null);

	async function open(): Promise<void> {
		if (document.querySelector("dialog[open]") !== null) return;
		const takeQuery = typeAhead(field.current);
		try {
			const { SearchDialog: Dialog } = await loadSearch();
			setOpened({ Dialog, takeQuery });
		} catch (error) {
			console.error("loading search dialog failed", error);
		}
	}

	return { opened, field, open, close: () => setOpened(undefined) };
}

/**
 * Focuses the field of the header, so that no input is lost while the dialog is loaded. The returned function empties
 * the field, returns its text, and restores the previous focus.
 */
function typeAhead(field: HTMLInputElement | null): () => string {
	const before = document.activeElement;
	field?.form?.setAttribute("data-opening", "");
	field?.focus();
	return () => {
		const words = field?.value ?? "";
		if (field) field.value = "";
		// Focuses `before` again, because the dialog returns the focus to this element when it is closed.
		if (before instanceof HTMLElement && before !== field) before.focus({ preventScroll: true });
		if (before === field || document.activeElement === field) field?.blur();
		field?.form?.removeAttribute("data-opening");
		return words;
	};
}

export function loadSearch(): Promise<{ SearchDialog: Dialog }> {
	return import("@/docs/SearchDialog");
}

/**
 * Whether a key opens the search: `/` is a single-key shortcut that can be turned off; Ctrl+K and ⌘K are always active.
 */
export function isSearchKey(event: KeyboardEvent, singleKeys: boolean): boolean {
	const { key, ctrlKey, metaKey, altKey } = event;
	if (key.toLowerCase() === "k" && (ctrlKey || metaKey)) return !altKey && !event.defaultPrevented;
	return key === "/" && singleKeys && isShortcut(event);
}
