import styles from "@/app/ErrorPage.module.css";
import { Logo } from "@/app/Logo";
import { SearchForm } from "@/app/SearchForm";
import { text } from "@/app/text";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** One page for every address where nothing is: it must not depend on the address. */
export function NotFoundPage() {
	const locale = useLocale();
	return (
		<div className={styles.page}>
			<Logo />
			<h1>{text(locale, "notFoundTitle")}</h1>
			<p>{text(locale, "notFoundText")}</p>
			<SearchForm big />
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
