import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { confirm } from "@/admin/api";
import styles from "@/admin/ConfirmDialog.module.css";
import { onConfirm } from "@/admin/confirm";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/http/api";
import { useLocale } from "@/shared/i18n/locale";
import { CodeField } from "@/shared/login/LoginForm";
import { loginErrorText } from "@/shared/login/loginError";
import { PasskeyButton } from "@/shared/login/PasskeyButton";
import { confirmWithPasskey } from "@/shared/login/passkey";
import type { Refusal } from "@/shared/login/requests";
import { loginText } from "@/shared/login/text";
import { useReveal } from "@/shared/login/useReveal";
import { useErrorRef } from "@/shared/useErrorRef";

type State = { state: "asking" } | { state: "sending" } | { state: "refused"; error: Refusal | undefined };

/** Dialog for re-authentication. The page behind the dialog keeps its state. */
export function ConfirmDialog({ needsCode, hasPasskey }: { needsCode: boolean; hasPasskey: boolean }) {
	const [answer, setAnswer] = useState<{ resolve: (confirmed: boolean) => void }>();
	useEffect(() => onConfirm(() => new Promise((resolve) => setAnswer({ resolve }))), []);
	if (!answer) return null;
	return (
		<ConfirmForm
			needsCode={needsCode}
			hasPasskey={hasPasskey}
			done={(confirmed) => {
				setAnswer(undefined);
				answer.resolve(confirmed);
			}}
		/>
	);
}

interface ConfirmFormProps {
	needsCode: boolean;
	hasPasskey: boolean;
	done: (confirmed: boolean) => void;
}

function ConfirmForm({ needsCode, hasPasskey, done }: ConfirmFormProps) {
	const locale = useLocale();
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	const confirmed = useRef(false);
	const [state, setState] = useState<State>({ state: "asking" });
	useEffect(() => dialog.current?.showModal(), []);

	function close() {
		confirmed.current = true;
		// Closing the dialog restores the focus before the request is sent again.
		dialog.current?.close();
	}

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		setState({ state: "sending" });
		try {
			await confirm(String(fields.get("password")), String(fields.get("code") ?? "").trim());
			close();
		} catch (error) {
			setState({ state: "refused", error: error instanceof ProblemError ? error : undefined });
		}
	}

	const error = state.state === "refused" ? state.error : undefined;
	const wrong = (error?.problem.errors ?? []).map(({ field }) => field);
	const message = wrong.includes("password") ? text(locale, "confirmWrong") : undefined;
	const errorRef = useErrorRef(message);
	const [type, reveal] = useReveal();
	return (
		<dialog
			ref={dialog}
			className={styles.dialog}
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
			onClose={() => done(confirmed.current)}
		>
			<h2 id={`${id}-title`}>{text(locale, "confirmTitle")}</h2>
			<p id={`${id}-text`}>{text(locale, "confirmText")}</p>
			<form className={styles.form} onSubmit={submit}>
				<div>
					<label htmlFor={`${id}-password`}>{text(locale, "confirmPassword")}</label>
					<input
						id={`${id}-password`}
						name="password"
						type={type}
						autoComplete="current-password"
						required
						maxLength={1000}
						aria-describedby={`${id}-wrong`}
						aria-invalid={wrong.includes("password")}
					/>
					{reveal}
					<p ref={errorRef} id={`${id}-wrong`} role="alert" className={styles.wrong}>
						{message}
					</p>
				</div>
				{(needsCode || wrong.includes("code")) && <CodeField focused={false} wrong={wrong.includes("code")} />}
				<p role="alert" className={styles.wrong}>
					{error && wrong.length === 0 && loginErrorText(locale, error)}
					{state.state === "refused" && !error && loginText(locale, "offline")}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={state.state === "sending"}>
					{text(locale, state.state === "sending" ? "confirmBusy" : "confirmSubmit")}
				</button>
				{hasPasskey && <PasskeyButton label={text(locale, "confirmPasskey")} send={confirmWithPasskey} done={close} />}
				<button type="button" data-kind="quiet" onClick={() => dialog.current?.close()}>
					{text(locale, "confirmCancel")}
				</button>
			</form>
		</dialog>
	);
}
