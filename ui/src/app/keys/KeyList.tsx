import { useEffect, useRef } from "react";
import styles from "@/app/keys/KeyList.module.css";
import { text } from "@/app/keys/text";
import { useLocale } from "@/shared/i18n/locale";
import { setShortcutsEnabled, useShortcutsOn } from "@/shared/shortcuts";
import { Icon } from "@/shared/ui/Icon";

const keys = [
	{ keys: ["/", "Ctrl K", "⌘ K"], does: "search" },
	{ keys: ["b"], does: "parallel" },
	{ keys: ["p"], does: "previous" },
	{ keys: ["n"], does: "next" },
	{ keys: ["?"], does: "help" },
] as const;

/** Dialog with the list of shortcuts, and a switch to turn the shortcuts off. */
export function KeyList({ close }: { close: () => void }) {
	const locale = useLocale();
	const on = useShortcutsOn();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);

	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby="keys-title" onClose={close}>
			{/* The button is first, so that the dialog focuses it and shows the list from its start. */}
			<form method="dialog">
				<button type="submit" className={styles.close} title={text(locale, "close")}>
					<Icon name="close" />
					<span className="visually-hidden">{text(locale, "close")}</span>
				</button>
			</form>
			<h2 id="keys-title">{text(locale, "title")}</h2>
			<dl className={styles.keys}>
				{keys.map((key) => (
					<div key={key.does}>
						<dt>
							{key.keys.map((name) => (
								<kbd key={name}>{name}</kbd>
							))}
						</dt>
						<dd>{text(locale, key.does)}</dd>
					</div>
				))}
			</dl>
			<label className={styles.choice}>
				<input type="checkbox" checked={on} onChange={({ target }) => setShortcutsEnabled(target.checked)} />
				{text(locale, "on")}
			</label>
			<p>{text(locale, "note")}</p>
		</dialog>
	);
}
