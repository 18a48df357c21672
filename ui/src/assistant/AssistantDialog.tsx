import { useLayoutEffect, useRef } from "react";
import styles from "@/assistant/AssistantDialog.module.css";
import { Conversation } from "@/assistant/Conversation";
import { text } from "@/assistant/text";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";

/** Dialog with the assistant, opened from another page. */
export function AssistantDialog({ page, close }: { page: string; close: () => void }) {
	const locale = useLocale();
	const dialog = useRef<HTMLDialogElement>(null);
	useLayoutEffect(() => {
		if (!dialog.current?.open) dialog.current?.showModal();
	}, []);
	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby="assistant-dialog-title" onClose={close}>
			<div className={styles.head}>
				<h2 id="assistant-dialog-title">{text(locale, "title")}</h2>
				<button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
					<Icon name="close" />
					<span className="visually-hidden">{text(locale, "close")}</span>
				</button>
			</div>
			<div className={styles.body}>
				<p className={styles.note}>{text(locale, "panelIntro")}</p>
				<Conversation page={page} focused />
				<p className={styles.note}>
					<Link to={withLocale("/assistant", locale)} onClick={() => dialog.current?.close()}>
						{text(locale, "openPage")}
					</Link>
				</p>
			</div>
		</dialog>
	);
}
