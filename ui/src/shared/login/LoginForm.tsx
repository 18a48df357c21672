import { type FormEvent, useState } from "react";
import { useLocale } from "@/shared/locale";
import styles from "@/shared/login/LoginForm.module.css";
import { logIn, type Outcome } from "@/shared/login/session";
import { useHydrated } from "@/shared/useHydrated";
import { problemTexts, text } from "@/shared/words";

type State = { state: "asking" } | { state: "sending" } | Outcome;

interface Words {
	submit: string;
	hint?: string;
}

/** A name and a password. What was typed stays until it was accepted. */
export function LoginForm({
	done,
	send = logIn,
	words,
	fresh = false,
}: {
	done?: () => void;
	send?: (username: string, password: string) => Promise<Outcome>;
	words?: Words;
	/** The account is made here: browsers offer to invent a password. */
	fresh?: boolean;
}) {
	const locale = useLocale();
	const [state, setState] = useState<State>({ state: "asking" });

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		setState({ state: "sending" });
		const outcome = await send(String(fields.get("username")), String(fields.get("password")));
		setState(outcome);
		if (outcome.state === "in") done?.();
	}

	// Without the script nothing could be sent: Enter in a field does nothing then, and there is no button.
	const canSend = useHydrated();
	const sending = state.state === "sending";
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
				/>
			</label>
			<label>
				<span>{text(locale, "loginPassword")}</span>
				<input
					name="password"
					type="password"
					autoComplete={fresh ? "new-password" : "current-password"}
					required
					minLength={fresh ? 12 : 1}
					maxLength={1000}
				/>
				{words?.hint && <small>{words.hint}</small>}
			</label>
			<p role="alert" className={styles.message}>
				{state.state === "refused" && problemTexts(locale, state.problem).join(" ")}
				{state.state === "unreachable" && text(locale, "loginOffline")}
			</p>
			<button type="submit" data-kind="primary" data-needs-script="" disabled={!canSend} aria-disabled={sending}>
				{sending ? text(locale, "loginBusy") : (words?.submit ?? text(locale, "loginSubmit"))}
			</button>
		</form>
	);
}
