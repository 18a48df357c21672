import { listAddress } from "@/localization/address";
import { BackLink } from "@/localization/BackLink";
import styles from "@/localization/LocalizationPage.module.css";
import { PageLinks } from "@/localization/PageLinks";
import { text } from "@/localization/text";
import type { Contributor } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Time } from "@/shared/ui/Time";

/** Number of contributors per page of the list. */
export const contributorsSize = 100;

/** List of users and Git authors who wrote published texts. */
export function Contributors({ at, total, rows }: { at: number; total: number; rows: Contributor[] }) {
	const locale = useLocale();
	return (
		<>
			<BackLink />
			<h1>{text(locale, "contributorsTitle")}</h1>
			<p>{text(locale, "contributorsIntro")}</p>
			{rows.length === 0 && total > 0 ? (
				<p>{text(locale, "pagePastEnd", { page: number(at) })}</p>
			) : (
				<ContributorList rows={rows} />
			)}
			<PageLinks at={at} total={total} size={contributorsSize} to={(page) => listAddress("contributors", page)} />
		</>
	);
}

export function ContributorList({ rows }: { rows: Contributor[] }) {
	const locale = useLocale();
	if (rows.length === 0) return <p>{text(locale, "contributorsNone")}</p>;
	return (
		<ul className={styles.rows}>
			{rows.map(({ name, texts, locales, last_at }) => (
				<li key={name}>
					<strong>{name}</strong>
					<span>{text(locale, "contributorTexts", { count: texts })}</span>
					<span>{locales.map((language) => languageName(language, locale)).join(" · ")}</span>
					<Time at={last_at} />
				</li>
			))}
		</ul>
	);
}
