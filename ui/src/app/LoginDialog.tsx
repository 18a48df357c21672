import { onLoginExpired, onSessionChange } from "@pailou/core";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router-dom";
import styles from "@/app/LoginDialog.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/locale";
import { expire, isAsking, rememberedName } from "@/shared/login/session";

/** Asks to log in again in place: the page below keeps everything that was typed. */
export function LoginDialog() {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const here = useLocation();
	const { location: next } = useNavigation();
	// The administration has a form of its own.
	const hasForm = /^\/admin(\/|$)/.test((next ?? here).pathname);
	const [opened, setOpened] = useState<{ LoginForm: ComponentType<{ inPlace: boolean }> }>();
	const dialog = useRef<HTMLDialogElement>(null);

	useEffect(
		() =>
			onLoginExpired(() => {
				// A refused password has a form of its own to say so.
				if (isAsking()) return;
				expire();
				// It covers nobody's work there: that is done by people who are known by name.
				if (hasForm && rememberedName() === undefined) return;
				// Few visitors ever log in: the form comes when it is needed.
				import("@/shared/login/LoginForm").then(setOpened, (error: unknown) =>
					console.error("the login form could not be loaded", error),
				);
			}),
		[hasForm],
	);

	useEffect(() => {
		if (!opened) return;
		dialog.current?.showModal();
		// Here or in another tab.
		return onSessionChange((loggedIn) => {
			if (!loggedIn) return;
			dialog.current?.close();
			revalidate();
		});
	}, [opened, revalidate]);

	if (!opened) return null;
	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby="login-again" onClose={() => setOpened(undefined)}>
			<h2 id="login-again">{text(locale, "expiredTitle")}</h2>
			<p>{text(locale, "expiredText")}</p>
			<opened.LoginForm inPlace />
			<form method="dialog">
				<button type="submit" data-kind="quiet">
					{text(locale, "expiredCancel")}
				</button>
			</form>
		</dialog>
	);
}
