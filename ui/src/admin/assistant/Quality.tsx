import styles from "@/admin/assistant/Assistant.module.css";
import { named, assistantText as text } from "@/admin/assistant/assistantText";
import { qualityLines } from "@/admin/assistant/qualityLines";
import { ExactTime } from "@/admin/ExactTime";
import type { FeedbackCount, RecordedEvaluation } from "@/shared/http/types";
import { number, percent } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { LanguageChart } from "@/shared/ui/LanguageChart";

interface QualityProps {
	recorded: RecordedEvaluation[];
	counts: FeedbackCount[];
}

/** Recorded evaluations as a line chart and as a table, and the feedback of visitors. */
export function Quality({ recorded, counts }: QualityProps) {
	const locale = useLocale();
	const [before, after] = text(locale, "qualityIntro").split("{command}");
	return (
		<>
			<p>
				{before}
				<code className={styles.command}>pailou eval --assistant FILE --record</code>
				{after}
			</p>
			{recorded.length === 0 ? (
				<p>{text(locale, "qualityNone")}</p>
			) : (
				<>
					<Lines recorded={recorded} />
					<QualityTable recorded={recorded} />
				</>
			)}
			<h2>{text(locale, "feedback")}</h2>
			{counts.length === 0 ? <p>{text(locale, "feedbackNone")}</p> : <FeedbackTable counts={counts} />}
		</>
	);
}

function FeedbackTable({ counts }: { counts: FeedbackCount[] }) {
	const locale = useLocale();
	return (
		<div className={styles.scroll}>
			<table className={styles.table}>
				<caption>{text(locale, "feedbackCaption")}</caption>
				<thead>
					<tr>
						{(["language", "feedbackState", "feedbackHelpful", "feedbackUnhelpful", "feedbackShare"] as const).map(
							(name) => (
								<th key={name} scope="col">
									{text(locale, name)}
								</th>
							),
						)}
					</tr>
				</thead>
				<tbody>
					{counts.map(({ locale: language, state, helpful, unhelpful }) => (
						<tr key={`${language} ${state}`}>
							<th scope="row">{languageName(language, locale)}</th>
							<td>{named(locale, `state.${state}`)}</td>
							<td>{number(helpful)}</td>
							<td>{number(unhelpful)}</td>
							<td>{percent(helpful / (helpful + unhelpful))}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Lines({ recorded }: { recorded: RecordedEvaluation[] }) {
	const locale = useLocale();
	const lines = qualityLines(recorded);
	if (lines.length === 0) return null;
	const summary = lines.map((line) =>
		text(locale, "qualityLine", {
			language: languageName(line.locale, locale),
			first: percent(line.first),
			last: percent(line.last),
		}),
	);
	const label = text(locale, "qualityChart", { summary: summary.join(locale === "zh-CN" ? "；" : "; ") });
	return <LanguageChart lines={lines} label={label} legend={summary} />;
}

function QualityTable({ recorded }: { recorded: RecordedEvaluation[] }) {
	const locale = useLocale();
	const columns = [
		"recorded",
		"language",
		"qQuestions",
		"qSection1",
		"qSection5",
		"qPage5",
		"qQuoted",
		"qAuroc",
		"qRefused",
	] as const;
	return (
		<div className={styles.scroll}>
			<table className={styles.table}>
				<caption>{text(locale, "qualityCaption")}</caption>
				<thead>
					<tr>
						{columns.map((name) => (
							<th key={name} scope="col">
								{text(locale, name)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{recorded.flatMap(({ id, recorded_at, version, metrics }) =>
						metrics.languages.map((row) => (
							<tr key={`${id} ${row.locale}`}>
								<th scope="row">
									<ExactTime at={recorded_at} /> · {version}
								</th>
								<td>{languageName(row.locale === "zh-CN" ? "zh-CN" : "en-US", locale)}</td>
								<td>{number(row.count)}</td>
								<td>{percent(row.section_at_1)}</td>
								<td>{percent(row.section_at_5)}</td>
								<td>{percent(row.page_at_5)}</td>
								<td>{percent(row.cited)}</td>
								<td>{number(metrics.auroc)}</td>
								<td>{percent(metrics.refused)}</td>
							</tr>
						)),
					)}
				</tbody>
			</table>
		</div>
	);
}
