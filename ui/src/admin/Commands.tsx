import { type ComponentType, useLayoutEffect, useState } from "react";
import styles from "@/admin/Commands.module.css";
import { text } from "@/admin/text";
import type { User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

type Palette = ComponentType<{ user: User; close: () => void }>;

/**
 * Button and shortcut for the command palette, which is loaded on demand. In the admin area, Ctrl+K opens the palette
 * instead of the search.
 */
export function Commands({ user }: { user: User }) {
	const locale = useLocale();
	const [opened, setOpened] = useState<{ Palette: Palette }>();

	function open(): void {
		if (document.querySelector("dialog[open]") !== null) return;
		import("@/admin/command-palette/Palette").then(setOpened, (error: unknown) =>
			console.error("loading command palette failed", error),
		);
	}

	// A layout effect, because the shortcut must work as soon as the button that names it is displayed.
	useLayoutEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
				return;
			// A text editor inserts a link on Ctrl+K and prevents the default action.
			if (event.defaultPrevented) return;
			// The search receives the event afterwards, and ignores an event whose default action is prevented.
			event.preventDefault();
			open();
		};
		document.documentElement.addEventListener("keydown", press);
		return () => document.documentElement.removeEventListener("keydown", press);
	});

	return (
		<>
			<button
				type="button"
				data-kind="quiet"
				className={styles.button}
				aria-haspopup="dialog"
				aria-keyshortcuts="Control+K"
				onClick={open}
			>
				{text(locale, "commands")} <kbd>Ctrl K</kbd>
			</button>
			{opened && <opened.Palette user={user} close={() => setOpened(undefined)} />}
		</>
	);
}
