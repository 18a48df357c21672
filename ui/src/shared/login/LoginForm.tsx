import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { text } from "@/shared/i18n/common";
import { useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/login/LoginForm.module.css";
import { loginErrorText } from "@/shared/login/loginError";
import { PasskeyButton } from "@/shared/login/PasskeyButton";
import { ProviderButton } from "@/shared/login/ProviderButton";
import { logInWithPasskey } from "@/shared/login/passkey";
import { logIn, type Outcome } from "@/shared/login/requests";
import { rememberedName } from "@/shared/login/session";
import { loginText } from "@/shared/login/text";
import { useReveal } from "@/shared/login/useReveal";
import { useErrorRef } from "@/shared/useErrorRef";
import { useHydrated } from "@/shared/useHydrated";

type State = { state: "idle" } | { state: "sending" } | Outcome;

interface FormText {
	submit: string;
	hint?: string;
}

interface LoginFormProps {
	done?: () => void;
	/** Whether the page has unsaved input, so that the form must not navigate away. */
	inPlace?: boolean;
	send?: (username: string, password: string, code: string) => Promise<Outcome>;
	words?: FormText;
	/** Whether the form sets a new password, so that browsers offer to generate a password. */
	isNewPassword?: boolean;
	/** Fixed username, if it is already known. */
	name?: string;
}

/**
 * Login form: username, password, and a two-factor code if the account requires one. The input is kept until the login
 * succeeds.
 */
export function LoginForm({
	done,
	inPlace = false,
	send = logIn,
	words,
	isNewPassword: fresh = false,
	name,
}: LoginFormProps) {
	const locale = useLocale();
	const [state, setState] = useState<State>({ state: "idle" });
	const [needsCode, setNeedsCode] = useState(false);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		const [username = "", password = "", code = ""] = ["username", "password", "code"].map((field) =>
			String(fields.get(field) ?? ""),
		);
		setState({ state: "sending" });
		const outcome = await send(username, password, code.trim());
		if (refusedFor(outcome, "code-needed")) setNeedsCode(true);
		setState(outcome);
		if (outcome.state === "in") done?.();
	}

	// Without JavaScript the form cannot be sent: its button is hidden and disabled, so Enter does nothing.
	const canSend = useHydrated();
	const sending = state.state === "sending";
	const isOfCode = refusedFor(state, "code-needed") || refusedFor(state, "code-wrong");
	const message = state.state === "refused" && !isOfCode ? loginErrorText(locale, state.error) : undefined;
	const isWrong = (name: string) =>
		state.state === "refused" && state.error.problem.errors.some(({ field }) => field === name);
	const error = useErrorRef(message);
	const [type, reveal] = useReveal();
	return (
		<form className={styles.form} method="post" onSubmit={submit}>
			<label>
				<span>{text(locale, "loginName")}</span>
				<input
					name="username"
					autoComplete="username"
					autoCapitalize="none"
					spellCheck={false}
					required
					maxLength={200}
					aria-invalid={isWrong("username")}
					{...(name === undefined
						? { defaultValue: inPlace ? rememberedName() : "" }
						: { value: name, readOnly: true })}
				/>
			</label>
			<label>
				<span>{text(locale, "loginPassword")}</span>
				<input
					name="password"
					type={type}
					aria-invalid={isWrong("password")}
					autoComplete={fresh ? "new-password" : "current-password"}
					required
					maxLength={1000}
				/>
				{words?.hint && !isWrong("password") && <small>{words.hint}</small>}
			</label>
			<p ref={error} role="alert" className={styles.message}>
				{state.state === "unreachable" ? loginText(locale, "offline") : message}
			</p>
			{reveal}
			{needsCode && <CodeField wrong={refusedFor(state, "code-wrong")} />}
			<button type="submit" data-kind="primary" data-needs-script="" disabled={!canSend} aria-disabled={sending}>
				{sending ? loginText(locale, "busy") : (words?.submit ?? text(locale, "loginSubmit"))}
			</button>
			{send === logIn && (
				<>
					<PasskeyButton label={loginText(locale, "passkey")} send={logInWithPasskey} done={() => done?.()} />
					<ProviderButton inPlace={inPlace} />
					<details className={styles.forgot}>
						<summary>{loginText(locale, "forgot")}</summary>
						<p>{loginText(locale, "forgotText")}</p>
					</details>
				</>
			)}
		</form>
	);
}

/** Field for a two-factor or recovery code. Recovery codes contain letters, so the keyboard is not numeric. */
export function CodeField({ wrong, focused = true }: { wrong: boolean; focused?: boolean }) {
	const locale = useLocale();
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	useLayoutEffect(() => {
		if (focused || wrong) input.current?.focus();
		if (wrong) input.current?.select();
	}, [focused, wrong]);
	return (
		<div className={styles.field}>
			<label htmlFor={id}>{loginText(locale, "code")}</label>
			<input
				ref={input}
				id={id}
				name="code"
				autoComplete="one-time-code"
				autoCapitalize="none"
				spellCheck={false}
				required
				maxLength={64}
				aria-describedby={`${id}-hint ${id}-wrong`}
				aria-invalid={wrong}
			/>
			<small id={`${id}-hint`}>{loginText(locale, "codeHint")}</small>
			<p id={`${id}-wrong`} role="alert" className={styles.message}>
				{wrong && loginText(locale, "codeWrong")}
			</p>
		</div>
	);
}

function refusedFor(state: State, code: string): boolean {
	return state.state === "refused" && state.error.problem.code === code;
}
