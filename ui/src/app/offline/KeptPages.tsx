import { useEffect } from "react";
import { useLoaderData, useNavigation, useRevalidator } from "react-router-dom";
import styles from "@/app/ErrorPage.module.css";
import { cachedPages } from "@/app/offline/cachedPages";
import { text } from "@/app/offline/text";
import { useRetryWithBackoff } from "@/shared/http/retry";
import { useLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { Link } from "@/shared/ui/Link";

/** Loads the list of cached pages, which replaces a page that cannot be loaded. */
export async function loader(args: LoadArgs) {
	const { locale, query } = addressAndLocaleOf(args);
	const what = navigator.onLine ? "unreachable" : query.q !== undefined ? "search" : "unread";
	const pages = await cachedPages();
	return { head: { title: text(locale, what), hidden: true }, pages, Instead: Component };
}

export function Component() {
	const locale = useLocale();
	const { head, pages } = useLoaderData<typeof loader>();
	const { revalidate } = useRevalidator();
	const navigation = useNavigation();

	// No retries during a navigation, because a retry would restart the navigation.
	useRetryWithBackoff(navigation.state === "idle", revalidate);

	// Loads the page again when the browser goes offline, because the heading depends on the state of the connection.
	useEffect(() => {
		const load = () => void revalidate();
		addEventListener("offline", load);
		return () => removeEventListener("offline", load);
	}, [revalidate]);

	return (
		<div className={styles.page} data-kept-pages="">
			<h1>{head.title}</h1>
			<p>{text(locale, "later")}</p>
			<button type="button" onClick={() => revalidate()}>
				{text(locale, "again")}
			</button>
			<p>{text(locale, pages.length > 0 ? "kept" : "none")}</p>
			<ul>
				{pages.map(({ url, title, lang }) => (
					<li key={url} lang={lang || undefined}>
						<Link to={url}>{title}</Link>
					</li>
				))}
			</ul>
		</div>
	);
}
