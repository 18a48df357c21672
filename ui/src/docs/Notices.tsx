import type { PageWithNotices } from "@/docs/changes";
import styles from "@/docs/Notices.module.css";
import { text } from "@/docs/text";
import type { Page } from "@/shared/http/types";
import { languageName, otherLocale, useLocale } from "@/shared/i18n/locale";
import { Html } from "@/shared/ui/Html";
import { Link } from "@/shared/ui/Link";

/** Notices above a text: a fallback in the other language, or outdated and missing segments. */
export function Notices({ page }: { page: PageWithNotices }) {
	const locale = useLocale();
	if (page.requested_locale !== page.locale) {
		return (
			<aside className={styles.notice} data-tone="info" aria-label={text(locale, "notice")}>
				<p>
					{text(locale, "fallback", {
						asked: languageName(page.requested_locale, locale),
						language: languageName(page.locale, locale),
					})}
				</p>
			</aside>
		);
	}
	const count = page.outdated.length + page.not_translated;
	if (count === 0) return null;
	const isCopy = page.state === "not_translated";

	// The notice names the other language, not the source language: a text in the source language can be outdated.
	const other = languageName(otherLocale(page.locale), locale);
	const sections = outdatedSections(page);
	return (
		<aside className={styles.notice} data-tone="warning" aria-label={text(locale, "notice")}>
			<p>{isCopy ? text(locale, "untranslatedCopy", { other }) : text(locale, "outdated", { count, other })}</p>
			{sections.length > 0 && (
				<ul>
					{sections.map(({ id, text: title }) => (
						<li key={id}>
							<a href={`#${id}`}>{title}</a>
						</li>
					))}
				</ul>
			)}
			{page.lacks && <Html html={page.lacks.html} />}
			{page.counterpart && (
				<p>
					<Link to={page.counterpart.url} hrefLang={page.counterpart.locale}>
						{text(locale, "readOther", { other })}
					</Link>
				</p>
			)}
		</aside>
	);
}

/** Headings of the outdated segments, without duplicates, in page order. */
export function outdatedSections({ outdated, headings }: Pick<Page, "outdated" | "headings">): Page["headings"] {
	const ids = new Set(outdated.map(({ heading_id }) => heading_id));
	return headings.filter(({ id }) => ids.has(id));
}
