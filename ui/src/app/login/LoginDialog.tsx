import { onSessionChange } from "@pailou/core";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router-dom";
import styles from "@/app/login/LoginDialog.module.css";
import { useLocale } from "@/shared/i18n/locale";
import { LoginForm } from "@/shared/login/LoginForm";
import { loginText } from "@/shared/login/text";

/** Dialog to log in again. The page behind the dialog keeps its state. */
export function LoginDialog({ onClose }: { onClose: () => void }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const dialog = useRef<HTMLDialogElement>(null);

	useEffect(() => {
		dialog.current?.showModal();
		// Focuses the password if the username is already filled in.
		const field = (name: string) => dialog.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
		if (field("username")?.value) field("password")?.focus();
		// Closes after a login, including one in another tab.
		return onSessionChange((loggedIn) => {
			if (!loggedIn) return;
			dialog.current?.close();
			revalidate();
		});
	}, [revalidate]);

	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby="login-again" onClose={onClose}>
			<h2 id="login-again">{loginText(locale, "expiredTitle")}</h2>
			<p>{loginText(locale, "expiredText")}</p>
			<LoginForm inPlace />
			<form method="dialog">
				<button type="submit" data-kind="quiet">
					{loginText(locale, "expiredCancel")}
				</button>
			</form>
		</dialog>
	);
}
