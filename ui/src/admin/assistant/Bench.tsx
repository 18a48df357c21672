import { type FormEvent, useEffect, useRef, useState } from "react";
import styles from "@/admin/assistant/Assistant.module.css";
import { bench } from "@/admin/assistant/api";
import { fieldErrorText, named, assistantText as text } from "@/admin/assistant/assistantText";
import { segmentOf, segments } from "@/admin/pages/language";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { BenchReply } from "@/shared/http/types";
import { percent } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Html } from "@/shared/ui/Html";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

interface BenchProps {
	/** Question from the URL; empty if there is none. */
	initialQuestion: string;
	language: string | undefined;
}

/** Test bench: answers a question and shows how the answer was determined. */
export function Bench({ initialQuestion, language }: BenchProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [question, setQuestion] = useState(initialQuestion);
	const [segment, setSegment] = useState(segments.find((one) => one === language) ?? segmentOf(locale));
	const [reply, setReply] = useState<BenchReply>();
	const test = (input: string) =>
		void send(async () => setReply(await bench({ question: input, locale: segment, page: null })));
	const first = useRef(initialQuestion);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the question from the URL is tested once.
	useEffect(() => {
		if (first.current !== "") test(first.current);
		first.current = "";
	}, []);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		test(question);
	}
	return (
		<>
			<p>{text(locale, "benchIntro")}</p>
			<form className={formStyles.row} onSubmit={submit} aria-label={text(locale, "tab.bench")}>
				<Field label={text(locale, "benchQuestion")} error={fieldErrorText(locale, sending, "question")}>
					{(attributes) => (
						<input
							{...attributes}
							required
							maxLength={500}
							autoComplete="off"
							value={question}
							onChange={({ target }) => setQuestion(target.value)}
						/>
					)}
				</Field>
				<Field label={text(locale, "benchLanguage")}>
					{(attributes) => (
						<select
							{...attributes}
							value={segment}
							onChange={({ target }) => setSegment(target.value === "zh" ? "zh" : "en")}
						>
							{segments.map((one) => (
								<option key={one} value={one}>
									{languageName(one === "zh" ? "zh-CN" : "en-US", locale)}
								</option>
							))}
						</select>
					)}
				</Field>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "benchTest")}
				</button>
			</form>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, ["question"])}
			</p>
			<div aria-live="polite" className={sectionStyles.section}>
				{reply && <Result reply={reply} />}
			</div>
		</>
	);
}

function Result({ reply }: { reply: BenchReply }) {
	const locale = useLocale();
	const { state, kind, topic, terms, sections, curated, reply: assistantReply } = reply;
	const facts: [string, string][] = [
		[text(locale, "state"), text(locale, `state.${state}`)],
		[text(locale, "benchKind"), named(locale, `kind.${kind}`) ?? kind],
		[text(locale, "benchTopic"), percent(topic)],
		[
			text(locale, "benchCurated"),
			curated === null
				? text(locale, "benchNoCurated")
				: text(locale, curated.similarity >= curated.threshold ? "benchCuratedUsed" : "benchCuratedNear", {
						similarity: curated.similarity.toFixed(2),
						threshold: curated.threshold.toFixed(2),
					}),
		],
	];
	return (
		<>
			<h2>{text(locale, "benchResult")}</h2>
			<dl className={listStyles.summary}>
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{assistantReply.approved && (
				<div className={styles.answer}>
					<Html html={assistantReply.approved.html} lang={assistantReply.locale} />
				</div>
			)}
			<h3>{text(locale, "benchWords")}</h3>
			<p>
				{terms.length === 0
					? text(locale, "benchNoWords")
					: terms
							.map(({ word, share, is_known }) =>
								text(locale, is_known ? "benchWord" : "benchUnknown", { word, share: percent(share) }),
							)
							.join(locale === "zh-CN" ? "；" : "; ")}
			</p>
			<h3>{text(locale, "benchSections")}</h3>
			{sections.length === 0 ? (
				<p>{text(locale, "nothingFound")}</p>
			) : (
				<div className={styles.scroll}>
					<table className={styles.table}>
						<caption>{text(locale, "benchSectionsNote")}</caption>
						<thead>
							<tr>
								<th scope="col">{text(locale, "score")}</th>
								<th scope="col">{text(locale, "section")}</th>
								<th scope="col">{text(locale, "language")}</th>
								<th scope="col">{text(locale, "quoted")}</th>
							</tr>
						</thead>
						<tbody>
							{sections.map((section) => (
								<tr key={section.url}>
									<td>{section.score.toFixed(2)}</td>
									<td lang={section.locale}>
										<Link to={section.url}>
											{section.heading === "" || section.heading === section.title
												? section.title
												: `${section.title} › ${section.heading}`}
										</Link>
									</td>
									<td>{languageName(section.locale, locale)}</td>
									<td>{text(locale, section.is_quoted ? "yes" : "no")}</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
		</>
	);
}
