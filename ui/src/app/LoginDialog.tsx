import { clearToken, onLoginExpired } from "@pailou/core";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import styles from "@/app/LoginDialog.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/locale";
import { LoginForm } from "@/shared/login/LoginForm";
import { isAsking } from "@/shared/login/session";

/** Asks to log in again in place: the page below keeps everything that was typed. */
export function LoginDialog() {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [open, setOpen] = useState(false);
	const dialog = useRef<HTMLDialogElement>(null);

	useEffect(
		() =>
			onLoginExpired(() => {
				// A refused password has a form of its own to say so.
				if (isAsking()) return;
				clearToken();
				setOpen(true);
			}),
		[],
	);

	useEffect(() => {
		if (open) dialog.current?.showModal();
	}, [open]);

	if (!open) return null;
	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby="login-again" onClose={() => setOpen(false)}>
			<h2 id="login-again">{text(locale, "expiredTitle")}</h2>
			<p>{text(locale, "expiredText")}</p>
			<LoginForm
				done={() => {
					dialog.current?.close();
					revalidate();
				}}
			/>
			<form method="dialog">
				<button type="submit" data-kind="quiet">
					{text(locale, "expiredCancel")}
				</button>
			</form>
		</dialog>
	);
}
