import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "@/admin/pages/editor/Dialog.module.css";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/locale";

interface DialogProps {
	title: string;
	close: () => void;
	children: ReactNode;
}

/** Something to decide before going on. The page below keeps what was typed. */
export function Dialog({ title, close, children }: DialogProps) {
	const locale = useLocale();
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={close}>
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
