import styles from "@/localization/StatusTable.module.css";
import { sharesOf } from "@/localization/shares";
import { text } from "@/localization/text";
import type { Status } from "@/shared/http/types";
import { stateText } from "@/shared/i18n/common";
import { number, percent } from "@/shared/i18n/format";
import { languageNames, useLocale } from "@/shared/i18n/locale";

/** Every number stands beside its bar: the picture adds nothing that the text does not say. */
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
						<td>{areaText(locale, row.area)}</td>
						<td className={styles.amount}>{number(row.total)}</td>
						<td>
							<Bar row={row} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Bar({ row }: { row: Status }) {
	const locale = useLocale();
	const shares = sharesOf(row);
	return (
		<>
			<svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
				{shares.map(({ state, start, size }) => (
					<rect key={state} data-state={state} x={start} y={0} width={size} height={4} />
				))}
			</svg>
			<ul className={styles.counts}>
				{shares.map(({ state, count }) => (
					<li key={state} data-state={state}>
						{text(locale, "share", {
							state: stateText(locale, state),
							count: number(count),
							share: percent(count / Math.max(1, row.total)),
						})}
					</li>
				))}
			</ul>
		</>
	);
}

/** Areas that this version has a name for; others are shown as the server calls them. */
function areaText(locale: Parameters<typeof text>[0], area: string): string {
	if (area === "docs") return text(locale, "areaDocs");
	if (area === "landing") return text(locale, "areaLanding");
	if (area === "news") return text(locale, "areaNews");
	return area;
}
