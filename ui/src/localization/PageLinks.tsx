import styles from "@/localization/LocalizationPage.module.css";
import { text } from "@/localization/text";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

interface Props {
	at: number;
	total: number;
	size: number;
	/** Returns the URL of a page of the list. */
	to: (page: number) => string;
}

/** Links to the previous and the next page of a list. For a page past the end of the list, a link to the last page. */
export function PageLinks({ at, total, size, to }: Props) {
	const locale = useLocale();
	const last = Math.max(1, Math.ceil(total / size));
	if (last < 2 && at === 1) return null;
	if (at > last) {
		return (
			<nav aria-label={text(locale, "paging")} className={styles.paging}>
				<Link to={to(last)}>{text(locale, "lastPage", { page: number(last) })}</Link>
			</nav>
		);
	}
	return (
		<nav aria-label={text(locale, "paging")} className={styles.paging}>
			{at > 1 && <Link to={to(at - 1)}>{text(locale, "previous")}</Link>}
			<span>{text(locale, "pagesOf", { page: number(at), last: number(last) })}</span>
			{at < last && <Link to={to(at + 1)}>{text(locale, "next")}</Link>}
		</nav>
	);
}
