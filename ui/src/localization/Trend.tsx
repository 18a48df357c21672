import styles from "@/localization/Trend.module.css";
import { text } from "@/localization/text";
import { trendLines } from "@/localization/trendLines";
import type { TrendDay } from "@/shared/http/types";
import { day, number, percent } from "@/shared/i18n/format";
import { languageName, languageNames, useLocale } from "@/shared/i18n/locale";

/** The chart of a year, with the same figures as a table. */
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
			<figure className={styles.trend}>
				<div className={styles.scale} aria-hidden="true">
					<span>100%</span>
					<span>0%</span>
				</div>
				<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
					{[0, 50, 100].map((y) => (
						<line key={y} x1={0} x2={100} y1={y} y2={y} data-part="grid" />
					))}
					{lines.map((line) => (
						<polyline key={line.locale} points={line.points} data-locale={line.locale} />
					))}
				</svg>
				<div className={styles.dates} aria-hidden="true">
					<span>{day(locale, Date.parse(first.day))}</span>
					<span>{day(locale, Date.parse(last.day))}</span>
				</div>
				<figcaption>
					<ul className={styles.legend}>
						{lines.map((line, at) => (
							<li key={line.locale}>
								<svg viewBox="0 0 24 4" aria-hidden="true">
									<polyline points="0,2 24,2" data-locale={line.locale} />
								</svg>
								{summary[at]}
							</li>
						))}
					</ul>
				</figcaption>
			</figure>
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
