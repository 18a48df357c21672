import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { sharedPreview } from "@/admin/api";
import noticeStyles from "@/admin/Notice.module.css";
import styles from "@/admin/PreviewPage.module.css";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/http/api";
import type { SharedPreview } from "@/shared/http/types";
import { moment } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { loginErrorText } from "@/shared/login/loginError";
import { loginText } from "@/shared/login/text";
import { Html } from "@/shared/ui/Html";

export function loader(args: LoadArgs) {
	return { head: { title: text(addressAndLocaleOf(args).locale, "preview"), hidden: true } };
}

type State =
	| { state: "looking" }
	| { state: "found"; found: SharedPreview }
	| { state: "failed"; error: ProblemError | undefined };

/**
 * A draft shared with a preview link. The link's code is in the fragment of the URL, so that it is not in the request
 * for the page or in the statistics. The code stays in the URL, because users share the link and reload the page.
 */
export function Component() {
	const locale = useLocale();
	const code = useLocation().hash.slice(1);
	const [state, setState] = useState<State>({ state: "looking" });
	const [tries, setTries] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: every attempt requests the draft again.
	useEffect(() => {
		let isDisposed = false;
		const update = (state: State) => !isDisposed && setState(state);
		update({ state: "looking" });
		sharedPreview(code).then(
			(found) => update({ state: "found", found }),
			(error: unknown) => update({ state: "failed", error: error instanceof ProblemError ? error : undefined }),
		);
		return () => {
			isDisposed = true;
		};
	}, [code, tries]);

	if (state.state === "found") {
		const { locale: language, title, html, updated_at, author } = state.found;
		return (
			<div className={styles.page}>
				<p className={noticeStyles.notice}>{text(locale, "previewNote", { author, moment: moment(updated_at) })}</p>
				<article lang={language}>
					{!/<h1[\s>]/i.test(html) && <h1>{title}</h1>}
					<Html html={html} className="prose" />
				</article>
			</div>
		);
	}
	return (
		<div className={styles.page}>
			<h1>{text(locale, "preview")}</h1>
			<noscript>
				<p>{text(locale, "previewNeedsScript")}</p>
			</noscript>
			{state.state === "looking" ? <p role="status">{text(locale, "previewLooking")}</p> : refused(state.error)}
		</div>
	);

	function refused(error: ProblemError | undefined) {
		const isUnavailable = error?.problem.status === 404 || error?.problem.status === 410;
		const message = error ? loginErrorText(locale, error) : loginText(locale, "offline");
		return (
			<>
				<p role="alert">{isUnavailable ? text(locale, "previewGone") : message}</p>
				{!isUnavailable && (
					<button type="button" onClick={() => setTries(tries + 1)}>
						{text(locale, "previewAgain")}
					</button>
				)}
			</>
		);
	}
}
