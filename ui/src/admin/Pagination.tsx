import { size } from "@/admin/api";
import styles from "@/admin/Pagination.module.css";
import { usersText as text } from "@/admin/usersText";
import { searchOf } from "@/shared/address";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

interface PaginationProps {
	path: string;
	/** Query parameters of the URL other than `page`. */
	query: Record<string, string | undefined>;
	page: number;
	total: number;
}

/**
 * Links to the previous and next pages of a list of `total` rows. `page` starts at 1. If `page` is beyond the end, the
 * only link is to the last page.
 */
export function Pagination({ path, query, page, total }: PaginationProps) {
	const locale = useLocale();
	const last = Math.ceil(total / size);
	if (last === 0 || (last === 1 && page === 1)) return null;
	const to = (page: number) => path + searchOf({ ...query, page: page === 1 ? undefined : page });
	return (
		<nav className={styles.pages} aria-label={text(locale, "pages")}>
			{page > 1 && page <= last && (
				<Link to={to(page - 1)} rel="prev">
					{text(locale, "pagePrevious")}
				</Link>
			)}
			{page > last ? (
				<>
					<span>{text(locale, "pageBeyond", { page: number(page) })}</span>
					<Link to={to(last)}>{text(locale, "pageLast")}</Link>
				</>
			) : (
				<span>{text(locale, "page", { page: number(page), last: number(last) })}</span>
			)}
			{page < last && (
				<Link to={to(page + 1)} rel="next">
					{text(locale, "pageNext")}
				</Link>
			)}
		</nav>
	);
}
