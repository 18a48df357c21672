import { Fragment } from "react";
import styles from "@/assistant/AnswerView.module.css";
import { ModelAnswer } from "@/assistant/ModelAnswer";
import { stepNumbers } from "@/assistant/stepNumbers";
import { text } from "@/assistant/text";
import type { AskReply, Citation, CitedPart } from "@/shared/http/types";
import { withTrailingSpace } from "@/shared/i18n/join";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Html } from "@/shared/ui/Html";
import { Link } from "@/shared/ui/Link";

/** An answer: its state as text, the model's or the curated answer, and the quotations with links to their sources. */
export function AnswerView({ reply }: { reply: AskReply }) {
	const locale = useLocale();
	const { state, citations, model = [], notice, approved } = reply;
	return (
		<div className={styles.answer} data-state={state}>
			{state !== "answered" && (
				<p className={styles.state}>{text(locale, state === "closest" ? "closest" : "offTopic")}</p>
			)}
			{model.length > 0 && <ModelAnswer pieces={model} citations={citations} />}
			{notice && <p className={styles.notice}>{text(locale, `notice.${notice}`)}</p>}
			{model.length > 0 && <p className={styles.state}>{text(locale, "modelQuotes")}</p>}
			{approved && (
				<>
					<p className={styles.approved}>{text(locale, "approved")}</p>
					<Html
						html={approved.html}
						className={styles.approvedText}
						{...(reply.locale !== locale && { lang: reply.locale })}
					/>
				</>
			)}
			{citations.length > 0 && (
				<ol className={styles.citations}>
					{citations.map((citation) => (
						<li key={citation.n}>
							<Quotation citation={citation} />
						</li>
					))}
				</ol>
			)}
		</div>
	);
}

function Quotation({ citation }: { citation: Citation }) {
	const locale = useLocale();
	const { n, title, heading, withdrawn, outdated, newer } = citation;
	if (withdrawn) return <p className={styles.state}>{text(locale, "withdrawn")}</p>;
	const isForeign = citation.locale !== locale;
	const lang = isForeign ? citation.locale : undefined;
	const matched = isForeign ? citation.matched.filter(([term, found]) => term !== found.toLowerCase()) : [];
	return (
		<figure className={styles.figure}>
			<blockquote cite={citation.url} lang={lang}>
				<Parts parts={citation.parts} columns={citation.columns} />
			</blockquote>
			<figcaption>
				<span className={styles.origin}>
					<span className={styles.number} aria-hidden="true">
						{n}
					</span>
					<a href={citation.highlight_url} hrefLang={citation.locale} lang={lang}>
						{title}
						{heading !== "" && heading !== title && <span> › {heading}</span>}
					</a>
				</span>
				{isForeign && <span className={styles.badge}>{languageName(citation.locale, locale)}</span>}
				{matched.length > 0 && (
					<span className={styles.matched}>
						{matched.map(([term, found]) => (
							<span key={term}>
								{term} → <span lang={lang}>{found}</span>
							</span>
						))}
					</span>
				)}
				{outdated && (
					<span className={styles.outdated}>
						{newer ? withTrailingSpace(text(locale, "outdated")) : text(locale, "outdated")}
						{newer && (
							<Link to={newer.url} hrefLang={newer.locale}>
								{text(locale, "newer", { language: languageName(newer.locale, locale) })}
							</Link>
						)}
					</span>
				)}
			</figcaption>
		</figure>
	);
}

/** Parts of a quotation. Consecutive list items are one list; steps have the numbers that they have on their page. */
function Parts({ parts, columns }: { parts: CitedPart[]; columns: string[] }) {
	const groups: CitedPart[][] = [];
	for (const part of parts) {
		const last = groups.at(-1);
		if (last?.[0]?.kind === part.kind && part.kind !== "code" && part.kind !== "paragraph") last.push(part);
		else groups.push([part]);
	}
	const numbers = stepNumbers(
		groups.map((group) => ({ kind: group[0]?.kind, length: group.length, start: group[0]?.number })),
	);
	return groups.map((group, at) => {
		const kind = group[0]?.kind;
		// The index is a stable key, because the parts are never reordered.
		const key = `${at}`;
		if (kind === "item" || kind === "step") {
			const items = group.map(({ text, number }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the items are never reordered.
				<li key={index} value={number}>
					{text}
				</li>
			));
			if (kind === "item") return <ul key={key}>{items}</ul>;
			return (
				<ol key={key} start={numbers[at]}>
					{items}
				</ol>
			);
		}
		if (kind === "row" || kind === "header") return <Row key={key} rows={group} columns={columns} />;
		if (kind === "code") {
			return (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block must be scrollable with the keyboard.
				<pre key={key} tabIndex={0}>
					<code>{group[0]?.text}</code>
				</pre>
			);
		}
		return <p key={key}>{group[0]?.text}</p>;
	});
}

/** Cells of table rows, with the column names. */
function Row({ rows, columns }: { rows: CitedPart[]; columns: string[] }) {
	return (
		<dl className={styles.row}>
			{rows.map(({ text: row }) =>
				row.split("\n").map((cell, at) => (
					<Fragment key={`${columns[at]} ${cell}`}>
						{columns[at] && <dt>{columns[at]}</dt>}
						<dd>{cell}</dd>
					</Fragment>
				)),
			)}
		</dl>
	);
}
