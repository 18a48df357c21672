import { useEffect, useState } from "react";
import { verifySetupCode } from "@/admin/api";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/http/api";
import { useLocale } from "@/shared/i18n/locale";
import { LoginForm } from "@/shared/login/LoginForm";
import { loginErrorText } from "@/shared/login/loginError";
import { openSession } from "@/shared/login/requests";

interface SetupFormProps {
	/** Code from the link that the server printed. */
	code: string;
	/** Removes the code after it was used, or because it is invalid. */
	done: () => void;
}

/** Setup form for the first owner. If the setup link is no longer valid, shows an error instead. */
export function SetupForm({ code, done }: SetupFormProps) {
	const locale = useLocale();
	const [error, setError] = useState<ProblemError>();
	useEffect(() => {
		// Errors other than 410 (Gone) are ignored here, because sending the form reports them.
		verifySetupCode(code).catch((error: unknown) => {
			if (error instanceof ProblemError && error.problem.status === 410) setError(error);
		});
	}, [code]);
	if (error) {
		return (
			<>
				<p role="alert">{loginErrorText(locale, error)}</p>
				<button type="button" onClick={done}>
					{text(locale, "invitedLogin")}
				</button>
			</>
		);
	}
	return (
		<>
			<p>{text(locale, "setup")}</p>
			<LoginForm
				isNewPassword
				done={done}
				send={(username, password) => openSession("/api/v1/setup", { code, username, password })}
				words={{ submit: text(locale, "setupSubmit"), hint: text(locale, "setupHint") }}
			/>
		</>
	);
}
