import { listAddress } from "@/localization/address";
import { listSize } from "@/localization/api";
import { areaText } from "@/localization/areas";
import { BackLink } from "@/localization/BackLink";
import styles from "@/localization/LocalizationPage.module.css";
import { PageLinks } from "@/localization/PageLinks";
import { text } from "@/localization/text";
import type { AcknowledgementRow } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";

/** List of acknowledgements: translations marked as still correct by a user or a commit, newest first. */
export function Acknowledgements({ at, total, rows }: { at: number; total: number; rows: AcknowledgementRow[] }) {
	const locale = useLocale();
	return (
		<>
			<BackLink />
			<h1>{text(locale, "acknowledgementsTitle")}</h1>
			<p>{text(locale, "acknowledgementsIntro")}</p>
			{rows.length === 0 && total > 0 ? (
				<p>{text(locale, "pagePastEnd", { page: number(at) })}</p>
			) : (
				<AcknowledgementList rows={rows} />
			)}
			<PageLinks at={at} total={total} size={listSize} to={(page) => listAddress("acknowledgements", page)} />
		</>
	);
}

export function AcknowledgementList({ rows }: { rows: AcknowledgementRow[] }) {
	const locale = useLocale();
	if (rows.length === 0) return <p>{text(locale, "acknowledgementsNone")}</p>;
	return (
		<ul className={styles.rows}>
			{rows.map((row) => (
				<li key={`${row.locale} ${row.segment}`}>
					<Link to={row.url} lang={row.locale}>
						{row.title}
						{anchorOf(row.url)}
					</Link>
					<span>{languageName(row.locale, locale)}</span>
					<span>{areaText(locale, row.area)}</span>
					<span>{row.name ?? text(locale, "anonymous")}</span>
					<Time at={row.at} />
					{row.commit && <span>{text(locale, "acknowledgedInCommit", { commit: row.commit.slice(0, 7) })}</span>}
				</li>
			))}
		</ul>
	);
}

/** Returns a space and the decoded fragment of a URL (` #install`), or an empty string. Malformed escapes are kept. */
function anchorOf(url: string): string {
	const { hash } = new URL(url, "https://site.invalid");
	try {
		return hash && ` ${decodeURIComponent(hash)}`;
	} catch {
		return ` ${hash}`;
	}
}
