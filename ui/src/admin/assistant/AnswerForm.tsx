import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { BrokenLinks } from "@/admin/assistant/Answers";
import { addAnswer, changeAnswer, currentAnswer } from "@/admin/assistant/api";
import { fieldErrorText, assistantText as text } from "@/admin/assistant/assistantText";
import { useDraft } from "@/admin/config/useDraft";
import { segmentOf, segments } from "@/admin/pages/language";
import { failureOf, useMutation } from "@/admin/useMutation";
import { ProblemError } from "@/shared/http/api";
import type { ListedAnswer, User } from "@/shared/http/types";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import panelStyles from "@/shared/ui/panel.module.css";

const path = "/admin/assistant/answers";
const fields = ["patterns", "answer", "expires"];

/** Contents of the form, with the revision of the answer that is edited. */
interface FormValues {
	revision: string;
	locale: string;
	/** Wordings of the question, one per line. */
	patterns: string;
	answer: string;
	expires: string;
}

interface AnswerFormProps {
	user: User;
	/** Answer to edit; undefined for a new answer. */
	existing?: ListedAnswer;
	/** Initial contents of a new answer, taken from a gap. */
	suggested?: { patterns: string; locale: string | undefined };
}

/** Form of a curated answer: wordings of the question, the answer in Markdown, and an optional expiration date. */
export function AnswerForm({ user, existing, suggested }: AnswerFormProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const [sending, send] = useMutation();
	const [other, setOther] = useState<ListedAnswer>();
	const open = segments.filter((segment) => isWithin(user, "docs", segment));
	const begun = existing
		? writtenOf(existing)
		: begin(suggested, open[0] ?? segmentOf(locale), segmentOf(locale), open);
	const [draft, setDraft] = useDraft<FormValues>(
		`assistant-answer/${existing?.id ?? `new/${suggested?.patterns ?? ""}`}`,
		formValuesOf,
	);
	const values = draft ?? begun;
	const write = (part: Partial<FormValues>) => setDraft({ ...values, ...part });

	function save() {
		void send(async () => {
			const answer = {
				locale: values.locale,
				patterns: values.patterns.split("\n"),
				answer: values.answer,
				expires: values.expires || null,
			};
			try {
				if (existing) await changeAnswer({ id: existing.id, revision: values.revision }, answer);
				else await addAnswer(answer);
			} catch (error) {
				if (error instanceof ProblemError) setOther(currentAnswer(error));
				throw error;
			}
			setDraft(undefined);
			await navigate(path);
		});
	}

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		save();
	}

	function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
		if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		event.currentTarget.requestSubmit();
	}

	return (
		<>
			<p>
				<Link to={path}>{text(locale, "backToAnswers")}</Link>
			</p>
			<h2 id="answer-form">{text(locale, existing ? "changeAnswer" : "newAnswer")}</h2>
			{draft && <p role="note">{text(locale, "unsaved")}</p>}
			{other && (
				<div role="alert" className={panelStyles.warning}>
					<p>{text(locale, "changedMeanwhile", { name: other.updated_by })}</p>
					<pre className={panelStyles.output}>{other.answer}</pre>
					<p className={formStyles.row}>
						<button
							type="button"
							onClick={() => {
								write({ revision: other.revision });
								setOther(undefined);
							}}
						>
							{text(locale, "keepMine")}
						</button>
						<button
							type="button"
							onClick={() => {
								setDraft(writtenOf(other));
								setOther(undefined);
							}}
						>
							{text(locale, "takeTheirs")}
						</button>
					</p>
				</div>
			)}
			<form className={formStyles.form} onSubmit={submit} onKeyDown={onKeyDown} aria-labelledby="answer-form">
				<Field label={text(locale, "language")} hint={text(locale, "languageHint")}>
					{(attributes) => (
						<select {...attributes} value={values.locale} onChange={({ target }) => write({ locale: target.value })}>
							{open.map((segment) => (
								<option key={segment} value={segment}>
									{languageName(segment === "zh" ? "zh-CN" : "en-US", locale)}
								</option>
							))}
						</select>
					)}
				</Field>
				<Field
					label={text(locale, "patterns")}
					hint={text(locale, "patternsHint")}
					error={fieldErrorText(locale, sending, "patterns")}
				>
					{(attributes) => (
						<textarea
							{...attributes}
							required
							rows={4}
							lang={tagOf(values.locale)}
							value={values.patterns}
							onChange={({ target }) => write({ patterns: target.value })}
						/>
					)}
				</Field>
				<Field
					label={text(locale, "answer")}
					hint={text(locale, "answerHint")}
					error={fieldErrorText(locale, sending, "answer")}
				>
					{(attributes) => (
						<textarea
							{...attributes}
							required
							rows={10}
							maxLength={8000}
							lang={tagOf(values.locale)}
							value={values.answer}
							onChange={({ target }) => write({ answer: target.value })}
						/>
					)}
				</Field>
				{existing && <BrokenLinks broken={existing.broken} />}
				<Field
					label={text(locale, "expires")}
					hint={text(locale, "expiresHint")}
					error={fieldErrorText(locale, sending, "expires")}
				>
					{(attributes) => (
						<input
							{...attributes}
							type="date"
							value={values.expires}
							onChange={({ target }) => write({ expires: target.value })}
						/>
					)}
				</Field>
				<p role="alert" className={formStyles.error}>
					{!other && failureOf(locale, sending, fields)}
				</p>
				<p className={formStyles.row}>
					<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
						{text(locale, "saveAnswer")}
					</button>
					{draft && (
						<button type="button" onClick={() => setDraft(undefined)}>
							{text(locale, "discard")}
						</button>
					)}
				</p>
			</form>
		</>
	);
}

function begin(
	suggested: AnswerFormProps["suggested"],
	first: string,
	own: string,
	open: readonly string[],
): FormValues {
	const preferred = [suggested?.locale, own].find((segment) => segment !== undefined && open.includes(segment));
	return { revision: "", locale: preferred ?? first, patterns: suggested?.patterns ?? "", answer: "", expires: "" };
}

function writtenOf({ revision, locale, patterns, answer, expires }: ListedAnswer): FormValues {
	return { revision, locale: segmentOf(locale), patterns: patterns.join("\n"), answer, expires: expires ?? "" };
}

function formValuesOf(stored: unknown): FormValues | undefined {
	if (typeof stored !== "object" || stored === null) return undefined;
	const { revision, locale, patterns, answer, expires } = stored as Partial<FormValues>;
	const all = [revision, locale, patterns, answer, expires];
	return all.every((part) => typeof part === "string") ? (stored as FormValues) : undefined;
}

function tagOf(segment: string): Locale {
	return segment === "zh" ? "zh-CN" : "en-US";
}
