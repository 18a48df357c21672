import { useState } from "react";
import { useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/login/LoginForm.module.css";
import { loginErrorText } from "@/shared/login/loginError";
import { type PasskeyOutcome, passkeysAt } from "@/shared/login/passkey";
import { loginText } from "@/shared/login/text";
import { useHydrated } from "@/shared/useHydrated";

interface PasskeyButtonProps {
	label: string;
	send: () => Promise<PasskeyOutcome>;
	done: () => void;
}

/** Button to log in with a passkey. It is hidden if passkeys are not available; the account page shows the reason. */
export function PasskeyButton({ label, send, done }: PasskeyButtonProps) {
	const locale = useLocale();
	const [state, setState] = useState<{ state: "asking" } | { state: "sending" } | PasskeyOutcome>({ state: "asking" });
	// The server cannot determine whether the browser supports passkeys.
	const canUse = useHydrated() && passkeysAt(location.hostname) === "here";
	if (!canUse) return null;
	const sending = state.state === "sending";
	async function ask() {
		if (sending) return;
		setState({ state: "sending" });
		const outcome = await send();
		setState(outcome);
		if (outcome.state === "in") done();
	}
	return (
		<>
			<button type="button" aria-disabled={sending} onClick={() => void ask()}>
				{sending ? loginText(locale, "passkeyBusy") : label}
			</button>
			<p role="alert" className={styles.message}>
				{state.state === "refused" && loginErrorText(locale, state.error)}
				{state.state === "unreachable" && loginText(locale, "offline")}
				{state.state === "none" && loginText(locale, state.error)}
			</p>
		</>
	);
}
