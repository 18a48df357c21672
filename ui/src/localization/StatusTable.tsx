import { pagesAddress } from "@/localization/address";
import { areaText, hasPages } from "@/localization/areas";
import { StateBar } from "@/localization/StateBar";
import styles from "@/localization/StatusTable.module.css";
import { text } from "@/localization/text";
import type { Status } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageNames, useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Table with a row per language and area. Areas with pages link to their page list. */
export function StatusTable({ rows }: { rows: Status[] }) {
	const locale = useLocale();
	return (
		<table className={styles.table}>
			<caption className="visually-hidden">{text(locale, "table")}</caption>
			<thead>
				<tr>
					<th scope="col">{text(locale, "language")}</th>
					<th scope="col">{text(locale, "area")}</th>
					<th scope="col" className={styles.amount}>
						{text(locale, "total")}
					</th>
					<th scope="col">{text(locale, "state")}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={`${row.locale} ${row.area}`}>
						<th scope="row" lang={row.locale}>
							{languageNames[row.locale]}
						</th>
						<td>
							{hasPages(row.area) ? (
								<Link to={pagesAddress({ locale: row.locale, area: row.area })}>{areaText(locale, row.area)}</Link>
							) : (
								areaText(locale, row.area)
							)}
						</td>
						<td className={styles.amount}>{number(row.total)}</td>
						<td>
							<StateBar counts={row} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
