import { useEffect } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import styles from "@/app/ErrorPage.module.css";
import { keptPages } from "@/app/offline/kept";
import { text } from "@/app/offline/text";
import { useLocale } from "@/shared/i18n/locale";
import { type LoadArgs, placeOf } from "@/shared/load";
import { Link } from "@/shared/ui/Link";

/** In the place of a page that cannot be had without a network. */
export async function loader(args: LoadArgs) {
	const { locale, query } = placeOf(args);
	const what = query.q !== undefined ? "search" : navigator.onLine ? "unreachable" : "unread";
	const pages = await keptPages();
	return { head: { title: text(locale, what), hidden: true }, pages, Instead: Component };
}

export function Component() {
	const locale = useLocale();
	const { head, pages } = useLoaderData<typeof loader>();
	const { revalidate } = useRevalidator();

	useEffect(() => {
		const load = () => void revalidate();
		addEventListener("online", load);
		return () => removeEventListener("online", load);
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
