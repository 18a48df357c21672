import { useRef } from "react";
import styles from "@/app/Shortcuts.module.css";
import { text } from "@/app/text";
import { Icon } from "@/shared/Icon";
import { useLocale } from "@/shared/locale";
import { turnShortcuts, useShortcuts, useShortcutsOn } from "@/shared/shortcuts";

const keys = [
	{ keys: ["/", "Ctrl K", "⌘ K"], does: "keySearch" },
	{ keys: ["b"], does: "keyParallel" },
	{ keys: ["p"], does: "keyPrevious" },
	{ keys: ["n"], does: "keyNext" },
	{ keys: ["?"], does: "keyHelp" },
] as const;

/** The list of keys, by `?` or by the button, and the way to turn them off. */
export function Shortcuts() {
	const locale = useLocale();
	const on = useShortcutsOn();
	const dialog = useRef<HTMLDialogElement>(null);
	const show = () => {
		if (dialog.current?.open === false) dialog.current.showModal();
	};
	useShortcuts({ "?": show });

	return (
		<>
			<button type="button" className={styles.opener} data-needs-script="" aria-haspopup="dialog" onClick={show}>
				{text(locale, "keys")}
			</button>
			<dialog ref={dialog} className={styles.dialog} aria-labelledby="shortcuts-title">
				<h2 id="shortcuts-title">{text(locale, "keys")}</h2>
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
					<input type="checkbox" checked={on} onChange={({ target }) => turnShortcuts(target.checked)} />
					{text(locale, "keysOn")}
				</label>
				<p>{text(locale, "keysNote")}</p>
				<form method="dialog">
					<button type="submit" className={styles.close} title={text(locale, "close")}>
						<Icon name="close" />
						<span className="visually-hidden">{text(locale, "close")}</span>
					</button>
				</form>
			</dialog>
		</>
	);
}
