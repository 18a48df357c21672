import { useEffect, useState } from "react";
import { get, ProblemError } from "@/shared/api";
import { useLocale } from "@/shared/locale";
import styles from "@/shared/login/LoginForm.module.css";
import { beginLogin, leave } from "@/shared/login/provider";
import { refusalText } from "@/shared/login/refusal";
import { loginText } from "@/shared/login/text";
import type { LoginWays, OidcLabel } from "@/shared/wire";

/** The way through the provider of identities, where the site has one. */
export function ProviderButton() {
	const locale = useLocale();
	const [label, setLabel] = useState<OidcLabel | null>(null);
	const [fault, setFault] = useState<unknown>();
	useEffect(() => {
		const asking = new AbortController();
		get<LoginWays>("/api/v1/login/ways", asking.signal).then(
			({ oidc }) => setLabel(oidc),
			(error: unknown) => asking.signal.aborted || console.error("ways to log in not known", error),
		);
		return () => asking.abort();
	}, []);
	if (!label) return null;
	return (
		<>
			<button type="button" onClick={() => void leave("login", beginLogin).catch(setFault)}>
				{loginText(locale, "oidc", { label: locale === "zh-CN" ? label.zh : label.en })}
			</button>
			<p role="alert" className={styles.message}>
				{fault instanceof ProblemError && refusalText(locale, fault)}
				{fault !== undefined && !(fault instanceof ProblemError) && loginText(locale, "offline")}
			</p>
		</>
	);
}
