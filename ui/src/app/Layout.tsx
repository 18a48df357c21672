import { useEffect } from "react";
import { Outlet, ScrollRestoration, useMatches } from "react-router-dom";
import { AssistantButton } from "@/app/AssistantButton";
import { Footer } from "@/app/Footer";
import { Header } from "@/app/Header";
import { routeValue } from "@/app/handle";
import styles from "@/app/Layout.module.css";
import { OfflineNotice } from "@/app/OfflineNotice";
import { ProgressBar } from "@/app/ProgressBar";
import { ReauthDialog } from "@/app/ReauthDialog";
import { RouteAnnouncer } from "@/app/RouteAnnouncer";
import { scrollKey } from "@/app/scrollKey";
import { text } from "@/app/text";
import { useHtmlLinks } from "@/app/useHtmlLinks";
import { usePageHead } from "@/app/usePageHead";
import { usePageView } from "@/app/usePageView";
import { useLocale } from "@/shared/i18n/locale";

/** Layout of all pages: header, footer, notices, and dialogs. */
export function Layout() {
	const locale = useLocale();
	usePageHead();
	usePageView();
	useHtmlLinks();
	// The effects of child components run first, so all event listeners exist when this mark (User Timing) is set.
	useEffect(() => void performance.mark("alive"), []);
	if (routeValue(useMatches(), "layout") === "bare") {
		return (
			<main id="pailou-main" tabIndex={-1}>
				<Outlet />
			</main>
		);
	}

	return (
		<>
			<a className={styles.skip} href="#pailou-main">
				{text(locale, "skip")}
			</a>
			<ProgressBar />
			<Header />
			<OfflineNotice />
			<main id="pailou-main" tabIndex={-1} className={styles.main}>
				<Outlet />
			</main>
			<Footer />
			<AssistantButton />
			<RouteAnnouncer />
			<ReauthDialog />
			<ScrollRestoration getKey={scrollKey} />
		</>
	);
}
