import { useRevalidator, useRouteError } from "react-router-dom";
import styles from "@/app/ErrorPage.module.css";
import { Logo } from "@/app/Logo";
import { NotFoundPage } from "@/app/NotFoundPage";
import { problemIn, problemTitle } from "@/app/problem";
import { appState } from "@/app/serviceWorkerClient";
import { text } from "@/app/text";
import { problemText } from "@/shared/i18n/common";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Error page inside the layout; the message depends on the problem's code. */
export function ErrorPage() {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const error = useRouteError();
	const { status, code } = problemIn(error);
	if (code === "unknown") console.error("loading or rendering page failed", error);
	if (status === 404) return <NotFoundPage />;

	return (
		<div className={styles.page}>
			<Logo />
			<h1>{problemTitle(locale, { status, code })}</h1>
			<p>{problemText(locale, { code })}</p>
			<ul className={styles.ways}>
				<li>
					<button
						type="button"
						data-needs-script=""
						onClick={() => (appState().chunkFailed ? location.reload() : revalidate())}
					>
						{text(locale, "problemRetry")}
					</button>
				</li>
				{code === "unauthorized" && (
					<li>
						<Link to="/admin">{text(locale, "login")}</Link>
					</li>
				)}
				<li>
					<Link to={withLocale("/", locale)}>{text(locale, "problemHome")}</Link>
				</li>
			</ul>
			<p className={styles.detail}>{text(locale, "problemDetail", { status, code })}</p>
		</div>
	);
}

/** Error page without the layout, for errors of the layout itself. */
export function BareErrorPage() {
	return (
		<main id="pailou-main">
			<ErrorPage />
		</main>
	);
}
