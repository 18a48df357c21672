import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import styles from "@/admin/assistant/Assistant.module.css";
import { removeAnswer } from "@/admin/assistant/api";
import { named, assistantText as text } from "@/admin/assistant/assistantText";
import { mayEditIn, mayEditInAny } from "@/admin/assistant/mayEditIn";
import { ExactTime } from "@/admin/ExactTime";
import { Pagination } from "@/admin/Pagination";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { ListedAnswer, User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/assistant/answers";

interface AnswersProps {
	rows: ListedAnswer[];
	total: number;
	page: number;
	user: User;
}

/** List of curated answers. */
export function Answers({ rows, total, page, user }: AnswersProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	const [sending, send] = useMutation();
	const remove = (row: ListedAnswer) =>
		void send(async () => {
			await removeAnswer(row);
			await revalidate();
			setDone(text(locale, "answerRemoved"));
		});
	return (
		<>
			<p>{text(locale, "answersIntro")}</p>
			{mayEditInAny(user) && (
				<p>
					<Link to={`${path}/new`}>{text(locale, "newAnswer")}</Link>
				</p>
			)}
			<p role="status">
				{done || (total === 0 ? text(locale, "answersNone") : text(locale, "answersCount", { count: number(total) }))}
			</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			<ul className={listStyles.rows} aria-label={text(locale, "tab.answers")}>
				{rows.map((row) => (
					<Row key={row.id} row={row} remove={mayEditIn(user, row.locale) ? () => remove(row) : undefined} />
				))}
			</ul>
			<Pagination path={path} query={{}} page={page} total={total} />
		</>
	);
}

function Row({ row, remove }: { row: ListedAnswer; remove: (() => void) | undefined }) {
	const locale = useLocale();
	const [first = "", ...others] = row.patterns;
	return (
		<li>
			<p className={listStyles.name}>
				<span lang={row.locale}>{first}</span>
				<span className={listStyles.badge}>{languageName(row.locale, locale)}</span>
				{row.is_expired && (
					<span className={listStyles.badge} data-tone="warning">
						{text(locale, "expired")}
					</span>
				)}
				{row.broken.length > 0 && (
					<span className={listStyles.badge} data-tone="warning">
						{text(locale, "brokenCount", { count: number(row.broken.length) })}
					</span>
				)}
			</p>
			{others.length > 0 && (
				<ul className={styles.examples} lang={row.locale} aria-label={text(locale, "patterns")}>
					{others.map((pattern) => (
						<li key={pattern}>{pattern}</li>
					))}
				</ul>
			)}
			<BrokenLinks broken={row.broken} />
			<dl className={listStyles.properties}>
				<div>
					<dt>{text(locale, "changed")}</dt>
					<dd>
						<ExactTime at={row.updated_at} /> · {row.updated_by}
					</dd>
				</div>
				{row.expires !== null && (
					<div>
						<dt>{text(locale, "expires")}</dt>
						<dd>
							<time dateTime={row.expires}>{row.expires}</time>
						</dd>
					</div>
				)}
			</dl>
			<details>
				<summary>{text(locale, "answer")}</summary>
				<div className={styles.source} lang={row.locale}>
					{row.answer}
				</div>
			</details>
			{remove && (
				<p className={listStyles.actions}>
					<Link to={`${path}/${row.id}`} aria-label={text(locale, "editName", { name: first })}>
						{text(locale, "edit")}
					</Link>
					<ConfirmButton
						label={text(locale, "remove")}
						name={text(locale, "removeName", { name: first })}
						question={text(locale, "removeAnswerSure")}
						act={remove}
					/>
				</p>
			)}
		</li>
	);
}

/** Messages about the broken links of an answer. */
export function BrokenLinks({ broken }: Pick<ListedAnswer, "broken">) {
	const locale = useLocale();
	if (broken.length === 0) return null;
	return (
		<ul className={`${styles.examples} ${formStyles.error}`} aria-label={text(locale, "broken")}>
			{broken.map(({ line, code, url, detail }) => {
				const message = named(locale, `link.${code}`) ?? text(locale, "link.other");
				return (
					<li key={`${line} ${code} ${detail}`}>
						{withTrailingSpace(text(locale, "atLine", { line: line ?? 1, message }))}
						{url === null ? <span lang="en-US">{detail}</span> : <code>{url}</code>}
					</li>
				);
			})}
		</ul>
	);
}
