import { useEffect, useState } from "react";
import { publicPath } from "@/shared/address";
import { get, ProblemError } from "@/shared/http/api";
import type { LoginMethods, OidcLabel } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/login/LoginForm.module.css";
import { loginErrorText } from "@/shared/login/loginError";
import { beginLogin, redirectToProvider } from "@/shared/login/provider";
import { loginText } from "@/shared/login/text";

/** Button to log in with the identity provider, if configured. With `inPlace`, a link to the login in a new tab. */
export function ProviderButton({ inPlace }: { inPlace: boolean }) {
	const locale = useLocale();
	const [label, setLabel] = useState<OidcLabel | null>(null);
	const [error, setError] = useState<unknown>();
	useEffect(() => {
		const controller = new AbortController();
		get<LoginMethods>("/api/v1/login/methods", controller.signal).then(
			({ oidc }) => setLabel(oidc),
			(error: unknown) => controller.signal.aborted || console.error("loading login methods failed", error),
		);
		return () => controller.abort();
	}, []);
	if (!label) return null;
	const name = locale === "zh-CN" ? label.zh : label.en;
	if (inPlace) {
		return (
			<p>
				<a href={publicPath("/admin")} target="_blank" rel="noreferrer">
					{loginText(locale, "oidcElsewhere", { label: name })}
				</a>
				<br />
				<small>{loginText(locale, "oidcComeBack")}</small>
			</p>
		);
	}
	return (
		<>
			<button type="button" onClick={() => void redirectToProvider("login", beginLogin).catch(setError)}>
				{loginText(locale, "oidc", { label: name })}
			</button>
			<p role="alert" className={styles.message}>
				{error instanceof ProblemError && loginErrorText(locale, error)}
				{error !== undefined && !(error instanceof ProblemError) && loginText(locale, "offline")}
			</p>
		</>
	);
}
