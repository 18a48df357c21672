import styles from "@/app/ErrorPage.module.css";
import { Logo } from "@/app/Logo";
import { SearchForm } from "@/app/SearchForm";
import { text } from "@/app/text";
import { useNearPages } from "@/app/useNearPages";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** One page for all unknown URLs. Its server HTML must not depend on the URL. */
export function NotFoundPage() {
	const locale = useLocale();
	const { words, pages } = useNearPages(locale);
	return (
		<div className={styles.page}>
			<Logo />
			<h1>{text(locale, "notFoundTitle")}</h1>
			<p>{text(locale, "notFoundText")}</p>
			<SearchForm big words={words} />
			{pages.length > 0 && (
				<nav aria-labelledby="near-pages">
					<h2 id="near-pages">{text(locale, "notFoundNear")}</h2>
					<ul>
						{pages.map(({ url, title, locale: own }) => (
							<li key={url}>
								<Link to={url} lang={own === locale ? undefined : own}>
									{title}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
			<ul className={styles.ways}>
				<li>
					<Link to={withLocale("/", locale)}>{text(locale, "notFoundHome")}</Link>
				</li>
				<li>
					<Link to={withLocale("/docs", locale)}>{text(locale, "notFoundDocs")}</Link>
				</li>
				<li>
					<Link to={withLocale("/assistant", locale)}>{text(locale, "assistant")}</Link>
				</li>
			</ul>
		</div>
	);
}
