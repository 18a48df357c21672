import { type ReactElement, useState } from "react";
import { useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/login/LoginForm.module.css";
import { loginText } from "@/shared/login/text";

/** Shows or hides passwords: returns the type of the password fields, and a button that toggles the type. */
export function useReveal(): [type: "password" | "text", button: ReactElement] {
	const locale = useLocale();
	const [shown, setShown] = useState(false);
	const button = (
		<button
			type="button"
			data-kind="quiet"
			data-needs-script=""
			className={styles.reveal}
			aria-pressed={shown}
			onClick={() => setShown(!shown)}
		>
			{loginText(locale, "passwordShow")}
		</button>
	);
	return [shown ? "text" : "password", button];
}
