import { pageAddress } from "@/localization/address";
import { areaText } from "@/localization/areas";
import styles from "@/localization/PageItems.module.css";
import { StateBar } from "@/localization/StateBar";
import { text } from "@/localization/text";
import type { PageStatus } from "@/shared/http/types";
import { day, number } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** List of pages with their states. Each page links to its segments. */
export function PageItems({ pages, heading: Heading }: { pages: PageStatus[]; heading: "h2" | "h3" }) {
	return (
		<ol className={styles.pages}>
			{pages.map((page) => (
				<li key={`${page.locale} ${page.area} ${page.key}`}>
					<Heading>
						<Link to={pageAddress(page)} lang={page.title_locale}>
							{page.title}
						</Link>
					</Heading>
					<PageFacts page={page} />
					<StateBar counts={page} />
				</li>
			))}
		</ol>
	);
}

/**
 * Message key for the age of the oldest segment to update. The message names both states if the page has both outdated
 * and untranslated segments.
 */
function sinceKey({ outdated, not_translated }: PageStatus) {
	if (outdated === 0) return "notTranslatedSince";
	return not_translated === 0 ? "outdatedSince" : "pendingSince";
}

/**
 * Facts about a page: language, area, segments to update, page views, last source change, and age of the oldest
 * segment to update.
 */
export function PageFacts({ page }: { page: PageStatus }) {
	const locale = useLocale();
	const { total, up_to_date, views, source_changed_at: changed, pending_since: since } = page;
	return (
		<ul className={styles.facts}>
			<li>{languageName(page.locale, locale)}</li>
			<li>{areaText(locale, page.area)}</li>
			<li>{text(locale, "pending", { pending: number(total - up_to_date), count: number(total) })}</li>
			{views > 0 && <li>{text(locale, "views", { count: number(views) })}</li>}
			{since !== null && <li>{text(locale, sinceKey(page), { day: day(locale, since) })}</li>}
			{changed !== null && <li>{text(locale, "sourceChanged", { day: day(locale, changed) })}</li>}
		</ul>
	);
}
