import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import { type QuestionFilter, removeQuestion } from "@/admin/assistant/api";
import { assistantText as text } from "@/admin/assistant/assistantText";
import { mayEditIn } from "@/admin/assistant/mayEditIn";
import { ExactTime } from "@/admin/ExactTime";
import { Pagination } from "@/admin/Pagination";
import { failureOf, useMutation } from "@/admin/useMutation";
import { searchOf } from "@/shared/address";
import type { ListedQuestion, User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { Filter } from "@/shared/ui/Filter";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/assistant/questions";
const states = ["answered", "closest", "off_topic", "unhelpful", "reported"] as const;

interface QuestionsProps {
	rows: ListedQuestion[];
	total: number;
	page: number;
	filter: QuestionFilter;
	user: User;
}

/** List of visitors' questions, newest first. */
export function Questions({ rows, total, page, filter, user }: QuestionsProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	const [sending, send] = useMutation();
	const remove = (row: ListedQuestion) =>
		void send(async () => {
			await removeQuestion(row);
			await revalidate();
			setDone(text(locale, "questionRemoved"));
		});
	return (
		<>
			<p>{text(locale, "questionsIntro")}</p>
			<Filter
				key={searchOf({ ...filter })}
				path={path}
				words={{ label: text(locale, "findQuestion"), query: filter.q }}
				choices={[
					{
						name: "locale",
						label: text(locale, "language"),
						chosen: filter.locale,
						options: [
							["", text(locale, "both")],
							["zh", languageName("zh-CN", locale)],
							["en", languageName("en-US", locale)],
						],
					},
					{
						name: "state",
						label: text(locale, "state"),
						chosen: filter.state,
						options: [
							["", text(locale, "anyState")],
							...states.map((state): [string, string] => [state, text(locale, `state.${state}`)]),
						],
					},
				]}
				submit={({ q, locale: language, state }) =>
					path + searchOf({ q: q?.trim() || undefined, locale: language || undefined, state: state || undefined })
				}
			>
				{text(locale, "filter")}
			</Filter>
			<p role="status">
				{done ||
					(total === 0 ? text(locale, "questionsNone") : text(locale, "questionsCount", { count: number(total) }))}
			</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			<ul className={listStyles.rows} aria-label={text(locale, "tab.questions")}>
				{rows.map((row) => (
					<Row key={row.id} row={row} remove={mayEditIn(user, row.locale) ? () => remove(row) : undefined} />
				))}
			</ul>
			<Pagination path={path} query={{ ...filter }} page={page} total={total} />
		</>
	);
}

function Row({ row, remove }: { row: ListedQuestion; remove: (() => void) | undefined }) {
	const locale = useLocale();
	const { question, note, state, nearest, approved, helpful } = row;
	return (
		<li>
			<p className={listStyles.name}>
				<span lang={row.locale}>{question}</span>
				<span className={listStyles.badge} {...(state !== "answered" && { "data-tone": "warning" })}>
					{text(locale, `state.${state}`)}
				</span>
				{approved && <span className={listStyles.badge}>{text(locale, "approved")}</span>}
			</p>
			{note !== "" && <p>{text(locale, "noteSaid", { note })}</p>}
			<dl className={listStyles.properties}>
				<div>
					<dt>{text(locale, "askedAt")}</dt>
					<dd>
						<ExactTime at={row.created_at} /> · {text(locale, `origin.${row.origin}`)}
					</dd>
				</div>
				{nearest !== null && (
					<div>
						<dt>{text(locale, "nearest")}</dt>
						<dd>
							<Link to={nearest.url} lang={nearest.locale}>
								{nearest.title}
							</Link>
						</dd>
					</div>
				)}
				{helpful !== null && (
					<div>
						<dt>{text(locale, "helpful")}</dt>
						<dd>{text(locale, helpful ? "yes" : "no")}</dd>
					</div>
				)}
			</dl>
			{remove && (
				<p className={listStyles.actions}>
					<ConfirmButton
						label={text(locale, "remove")}
						name={text(locale, "removeName", { name: question })}
						question={text(locale, "removeQuestionSure")}
						act={remove}
					/>
				</p>
			)}
		</li>
	);
}
