import { type FormEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { publishConfig } from "@/admin/api";
import styles from "@/admin/config/Config.module.css";
import { dueEnds, errorText, configText as text } from "@/admin/config/configText";
import { type Draft, isValue } from "@/admin/config/draft";
import { type FileIssue, fieldAt, issuesOf, rangeOf } from "@/admin/config/issues";
import { fileFormOf } from "@/admin/config/name";
import type { DraftUpdate } from "@/admin/config/useDraft";
import { stateText } from "@/admin/config/Values";
import { moment } from "@/admin/moment";
import { failureOf, type Sending, useMutation } from "@/admin/useMutation";
import type { ConfigValue } from "@/shared/http/types";
import { joinSentences } from "@/shared/i18n/join";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";
import { momentOf, TimeField, timeZoneName } from "@/shared/ui/TimeField";

interface EditorProps {
	name: string;
	value: ConfigValue | undefined;
	draft: Draft | undefined;
	setDraft: (next: DraftUpdate<Draft>) => void;
	done: (message: string) => void;
}

/** Editor of a site file. A rejected text stays in the field, and its issues are listed. */
export function Editor({ name, value: loaded, draft, setDraft, done }: EditorProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [sending, send] = useMutation();
	const [time, setTime] = useState("");
	// Last response of the server, until the route has reloaded the file.
	const [answer, setAnswer] = useState<{ over: string | undefined; value: ConfigValue }>();
	const value = answer && answer.over === loaded?.revision ? answer.value : loaded;
	const field = useRef<HTMLTextAreaElement>(null);
	const body = draft?.body ?? value?.body ?? "";
	const issues = sending.state === "refused" ? issuesOf(sending.error) : [];
	// A draft from before the first publication has no revision. After a publication by another user, the server would
	// reject the draft, so the editor shows a conflict.
	const now = valueInConflict(sending) ?? (draft && !draft.from ? value : undefined);
	const ends = dueEnds(locale, value);

	const publish = (current: ConfigValue | undefined) =>
		void send(async () => {
			done("");
			const publish_at = momentOf(time) ?? null;
			const after = await publishConfig(name, current, { body, publish_at });
			const { version, due_at } = after;
			setAnswer({ over: loaded?.revision, value: after });
			// Keeps text that was typed during the request, as a draft based on the new version.
			setDraft((since) => (since && since.body !== body ? { body: since.body, from: after } : undefined));
			setTime((since) => (since === time ? "" : since));
			await revalidate();
			done(
				publish_at === null
					? text(locale, "done", { version: version ?? "" })
					: text(locale, "doneDue", { moment: moment(due_at ?? publish_at) }),
			);
		});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		// A confirmation or a new schedule changes the revision of a file, but not its version. If the draft is based
		// on the current version, the current revision is sent.
		publish(draft && draft.from?.version !== value?.version ? draft.from : value);
	}
	function write(body: string) {
		const from = draft ? draft.from : value;
		// While a request is running, text that equals the published text is also kept as a draft.
		const isSame = sending.state !== "sending" && body === (value?.body ?? "") && from?.version === value?.version;
		setDraft(isSame ? undefined : { body, from });
	}
	function goTo(issue: FileIssue) {
		field.current?.focus();
		field.current?.setSelectionRange(...rangeOf(body, issue));
	}

	return (
		<form className={styles.editor} onSubmit={submit}>
			<Field
				label={text(locale, "text", { name })}
				hint={hintOf(locale, name)}
				error={issues.length > 0 ? text(locale, "issues") : fieldErrorText(locale, sending, ["body", "name"])}
			>
				{(attributes) => (
					<textarea
						{...attributes}
						ref={field}
						className={styles.text}
						rows={18}
						spellCheck={false}
						autoCapitalize="off"
						autoComplete="off"
						wrap="off"
						dir="ltr"
						value={body}
						onChange={({ target }) => write(target.value)}
					/>
				)}
			</Field>
			{issues.length > 0 && (
				<ol className={styles.issues}>
					{issues.map((issue) => (
						<li key={`${issue.line} ${issue.column} ${issue.code}`}>
							<button type="button" data-kind="quiet" onClick={() => goTo(issue)}>
								{issueText(locale, issue, body)}
							</button>
						</li>
					))}
				</ol>
			)}
			{draft && !now && (
				<p className={listStyles.actions}>
					<span>{text(locale, "draft")}</span>
					<button
						type="button"
						onClick={() => {
							setDraft(undefined);
							// Focuses the field, because the focused button is removed.
							field.current?.focus();
						}}
					>
						{text(locale, "draftDrop")}
					</button>
				</p>
			)}
			<TimeField
				label={text(locale, "at", { zone: timeZoneName() })}
				hint={text(locale, name === stylesheet ? "atHint" : "atHintPlain")}
				error={fieldErrorText(locale, sending, ["publish_at"])}
				time={time}
				setTime={setTime}
			/>
			{now ? (
				<div role="alert" className={panelStyles.warning}>
					<p>{text(locale, "stale")}</p>
					<p>{stateText(locale, now)}</p>
					<pre className={styles.old}>{now.body}</pre>
					<p className={listStyles.actions}>
						<button
							type="button"
							onClick={() => {
								setDraft(undefined);
								void send(revalidate);
							}}
						>
							{text(locale, "staleTake")}
						</button>
						<button type="button" onClick={() => publish(now)}>
							{text(locale, "staleInsist")}
						</button>
					</p>
				</div>
			) : (
				<p role="alert" className={formStyles.error}>
					{sending.state === "refused" && sending.error.problem.status === 428
						? text(locale, "failed.428")
						: failureOf(locale, sending, ["body", "name", "publish_at"])}
				</p>
			)}
			{ends && <p id="due-ends">{ends}</p>}
			<button
				type="submit"
				data-kind="primary"
				aria-disabled={sending.state === "sending"}
				aria-describedby={ends ? "due-ends" : undefined}
			>
				{text(locale, sending.state === "sending" ? "publishing" : "publish")}
			</button>
		</form>
	);
}

const stylesheet = "global_style.css";

/** Returns the hint for a file. Site files with a form are part of every page's data and have a lower size limit. */
function hintOf(locale: Locale, name: string): string {
	const own = fileFormOf(name);
	if (own) return joinSentences(locale, [text(locale, "textHintCarried"), text(locale, own.fields)]);
	return text(locale, name === stylesheet ? "textHint" : "textHintPlain");
}

function issueText(locale: Locale, issue: FileIssue, body: string): string {
	const { line, column, code } = issue;
	if (body.trim() === "") return text(locale, "body.empty");
	const field = fieldAt(body, issue);
	const named = field === undefined ? undefined : errorText(locale, "field", code, { field });
	const what = named ?? errorText(locale, "body", code) ?? text(locale, "body.syntax");
	return text(locale, "place", { line, column, what });
}

/** Returns the first message for an error of these fields; undefined if there is none. */
function fieldErrorText(locale: Locale, sending: Sending, fields: string[]): string | undefined {
	if (sending.state !== "refused") return undefined;
	const errors = sending.error.problem.errors.filter(({ field }) => fields.includes(field));
	const messages = errors.map(({ field, code }) => errorText(locale, field, code));
	return messages.find((message) => message !== undefined);
}

/** Returns the current site file if another version was published since this file was displayed (412 response). */
function valueInConflict(sending: Sending): ConfigValue | undefined {
	if (sending.state !== "refused" || sending.error.problem.status !== 412) return undefined;
	const body: unknown = JSON.parse(sending.error.body);
	const row = typeof body === "object" && body !== null && "row" in body ? body.row : undefined;
	return isValue(row) ? row : undefined;
}
