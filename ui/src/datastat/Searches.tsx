import { useEffect, useState } from "react";
import { searches } from "@/datastat/api";
import styles from "@/datastat/DatastatPage.module.css";
import { text } from "@/datastat/text";
import type { SearchTerm } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

type SearchLists = { most: SearchTerm[]; withoutResults: SearchTerm[] };

/** Lists of frequent search queries, for logged-in users: all queries, and queries without results. */
export function Searches() {
	const locale = useLocale();
	const [lists, setLists] = useState<SearchLists | "failed">();

	useEffect(() => {
		Promise.all([searches(false), searches(true)])
			.then(([most, withoutResults]) => setLists({ most: most.data, withoutResults: withoutResults.data }))
			.catch((error: unknown) => {
				console.error("loading search queries failed", error);
				setLists("failed");
			});
	}, []);

	return (
		<section aria-labelledby="searches" aria-busy={lists === undefined} className={styles.section}>
			<h2 id="searches">{text(locale, "searchesTitle")}</h2>
			<p>{text(locale, "searchesIntro")}</p>
			{lists === "failed" && <p role="alert">{text(locale, "searchesFailed")}</p>}
			{lists !== undefined && lists !== "failed" && (
				<>
					<SearchTable caption={text(locale, "withoutResults")} rows={lists.withoutResults} of="without_results" />
					<SearchTable caption={text(locale, "mostSearched")} rows={lists.most} of="searches" />
				</>
			)}
		</section>
	);
}

function SearchTable({
	caption,
	rows,
	of,
}: {
	caption: string;
	rows: SearchTerm[];
	of: "searches" | "without_results";
}) {
	const locale = useLocale();
	if (rows.length === 0) return <p className={styles.asOf}>{`${caption}${text(locale, "noneYet")}`}</p>;
	return (
		<table className={styles.pages}>
			<caption>{caption}</caption>
			<tbody>
				{rows.map((row) => (
					<tr key={`${row.locale} ${row.term}`}>
						<th scope="row" lang={row.locale}>
							{row.term}
						</th>
						<td>{number(row[of])}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
