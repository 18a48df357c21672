import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import styles from "@/admin/pages/editor/Dialog.module.css";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";

interface DialogProps {
	title: string;
	close: () => void;
	children: ReactNode;
}

/** Modal dialog. The page behind the dialog keeps its state. */
export function Dialog({ title, close, children }: DialogProps) {
	const locale = useLocale();
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	useLayoutEffect(() => {
		const element = dialog.current;
		element?.showModal();
		(element?.querySelector<HTMLElement>(`.${styles.body} :is(input, select, textarea)`) ?? element)?.focus();
		// Closes the dialog before it is removed, because removing an open dialog would lose the focus.
		return () => element?.close();
	}, []);
	return (
		<dialog ref={dialog} tabIndex={-1} className={styles.dialog} aria-labelledby={id} onClose={close}>
			<div className={styles.head}>
				<h2 id={id}>{title}</h2>
				<button type="button" data-kind="quiet" onClick={() => dialog.current?.close()}>
					{text(locale, "close")}
				</button>
			</div>
			<div className={styles.body}>{children}</div>
		</dialog>
	);
}

/** Closes the dialog and then runs the action, because the page cannot receive the focus while the dialog is open. */
export function afterClosing(close: () => void, act: () => void): void {
	flushSync(close);
	act();
}
