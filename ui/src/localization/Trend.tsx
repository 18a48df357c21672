import styles from "@/localization/Trend.module.css";
import { text } from "@/localization/text";
import { trendLines } from "@/localization/trendLines";
import type { TrendDay } from "@/shared/http/types";
import { day, number, percent } from "@/shared/i18n/format";
import { languageName, languageNames, useLocale } from "@/shared/i18n/locale";
import { LanguageChart } from "@/shared/ui/LanguageChart";

/** Chart of one year, and a table with the same numbers. */
export function Trend({ days }: { days: TrendDay[] }) {
	const locale = useLocale();
	const lines = trendLines(days);
	const [first, last] = [days[0], days.at(-1)];
	if (lines.length === 0 || !first || !last) return <p>{text(locale, "trendNone")}</p>;
	const summary = lines.map((line) =>
		text(locale, "trendLanguage", {
			language: languageName(line.locale, locale),
			first: percent(line.first),
			last: percent(line.last),
		}),
	);
	const label = text(locale, "trendChart", { summary: summary.join(locale === "zh-CN" ? "；" : "; ") });
	return (
		<>
			<p>{text(locale, "trendIntro")}</p>
			<LanguageChart
				lines={lines}
				label={label}
				legend={summary}
				ends={[day(locale, Date.parse(first.day)), day(locale, Date.parse(last.day))]}
			/>
			<details>
				<summary>{text(locale, "trendTable")}</summary>
				<TrendTable days={days} />
			</details>
		</>
	);
}

function TrendTable({ days }: { days: TrendDay[] }) {
	const locale = useLocale();
	const dates = [...new Set(days.map((day) => day.day))].reverse();
	const locales = [...new Set(days.map((day) => day.locale))];
	const of = (date: string, language: string) => days.find((day) => day.day === date && day.locale === language);
	return (
		<table className={styles.table}>
			<caption>{text(locale, "trendCaption")}</caption>
			<thead>
				<tr>
					<th scope="col">{text(locale, "day")}</th>
					{locales.map((language) => (
						<th key={language} scope="col" lang={language}>
							{languageNames[language]}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{dates.map((date) => (
					<tr key={date}>
						<th scope="row">
							<time dateTime={date}>{day(locale, Date.parse(date))}</time>
						</th>
						{locales.map((language) => {
							const sums = of(date, language);
							return (
								<td key={language}>
									{sums &&
										`${number(sums.up_to_date)} / ${number(sums.total)} (${percent(sums.up_to_date / Math.max(1, sums.total))})`}
								</td>
							);
						})}
					</tr>
				))}
			</tbody>
		</table>
	);
}
