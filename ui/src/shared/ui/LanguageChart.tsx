import type { Locale } from "@/shared/i18n/locale";
import styles from "@/shared/ui/LanguageChart.module.css";

/** Shares of one language over time, as a line of the chart. */
export interface LanguageLine {
	locale: Locale;
	/** Points of the `polyline`, in a square of 100 × 100 whose top is 100 %. */
	points: string;
	/** Shares of the first and of the last point, from 0 to 1. */
	first: number;
	last: number;
}

interface Props {
	lines: LanguageLine[];
	/** Text alternative of the chart. */
	label: string;
	/** Legend of each line. */
	legend: string[];
	/** First and last day. */
	ends?: [string, string];
}

/** Line chart of a share from 0 % to 100 %, with one line per language. */
export function LanguageChart({ lines, label, legend, ends }: Props) {
	return (
		<figure className={styles.chart}>
			<div className={styles.scale} aria-hidden="true">
				<span>100%</span>
				<span>0%</span>
			</div>
			<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
				{[0, 50, 100].map((y) => (
					<line key={y} x1={0} x2={100} y1={y} y2={y} />
				))}
				{lines.map((line) => (
					<polyline key={line.locale} points={line.points} data-locale={line.locale} />
				))}
			</svg>
			{ends && (
				<div className={styles.ends} aria-hidden="true">
					<span>{ends[0]}</span>
					<span>{ends[1]}</span>
				</div>
			)}
			<figcaption>
				<ul className={styles.legend}>
					{lines.map((line, at) => (
						<li key={line.locale}>
							<svg viewBox="0 0 24 4" aria-hidden="true">
								<polyline points="0,2 24,2" data-locale={line.locale} />
							</svg>
							{legend[at]}
						</li>
					))}
				</ul>
			</figcaption>
		</figure>
	);
}
