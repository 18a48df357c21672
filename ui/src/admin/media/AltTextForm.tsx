import { type FormEvent, type MouseEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useDraft } from "@/admin/config/useDraft";
import { currentFile, updateAltText } from "@/admin/media/api";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { AltText, MediaFile } from "@/shared/http/types";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import fieldStyles from "@/shared/ui/Field.module.css";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

const languages: Locale[] = ["zh-CN", "en-US"];

const areSame = (one: AltText, other: AltText) =>
	one.decorative === other.decorative && languages.every((language) => one[language] === other[language]);

interface AltTextFormProps {
	file: MediaFile;
	mayChange: boolean;
	/** Reloads the file after it was saved. */
	saved: () => Promise<void>;
}

/** Alt text of an image in both languages. After a conflict, the user selects the entered or the current alt text. */
export function AltTextForm({ file: loaded, mayChange, saved }: AltTextFormProps) {
	const locale = useLocale();
	// Last response of the server, until the route has reloaded the file.
	const [answer, setAnswer] = useState<{ over: string; file: MediaFile }>();
	const file = answer?.over === loaded.revision ? answer.file : loaded;
	const [storedDraft, keep] = useDraft(`media/${file.path}`, draftOf);
	// Ignores a stored draft that equals the saved alt text, and any draft if the user may not change the alt text.
	const draft = storedDraft && mayChange && !areSame(storedDraft.alt_text, file.alt_text) ? storedDraft : undefined;
	const altText = draft?.alt_text ?? file.alt_text;
	// After a change by another user the draft keeps the old revision, so that saving fails with a conflict. A replaced
	// file has another revision but the same alt text, and causes no conflict.
	const seen = draft && !areSame(draft.seen.alt_text, file.alt_text) ? draft.seen : file;
	const [isDone, setDone] = useState(false);
	const [sending, send] = useMutation();
	const now = sending.state === "refused" ? currentFile(sending.error) : undefined;

	function write(change: Partial<AltText>) {
		setDone(false);
		keep({ alt_text: { ...altText, ...change }, seen: { revision: seen.revision, alt_text: seen.alt_text } });
	}
	/**
	 * Displays the file from the response. `left` returns the draft that remains. Without `left`, discards the draft.
	 */
	async function settle(file: MediaFile, left?: (draft: Draft | undefined) => Draft | undefined) {
		setAnswer({ over: loaded.revision, file });
		keep(left);
		await saved();
	}
	const save = (revision: string) =>
		void send(async () => {
			setDone(false);
			const { file: after } = await updateAltText(file.path, revision, altText);
			setDone(true);
			// Keeps alt text that was typed during the request.
			await settle(after, (since) =>
				since && !areSame(since.alt_text, altText) ? { alt_text: since.alt_text, seen: after } : undefined,
			);
		});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		save(seen.revision);
	}
	/** Runs the action and focuses the submit button, because the action removes the pressed button. */
	function choose({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, act: () => void) {
		flushSync(act);
		form?.querySelector<HTMLElement>("[type=submit]")?.focus();
	}
	const errorIn = (field: string) =>
		sending.state === "refused" && sending.error.problem.errors.some((error) => error.field === field)
			? whyText(locale, sending.error)
			: undefined;
	const isInField = languages.some((language) => errorIn(language) !== undefined);
	return (
		<form className={formStyles.form} onSubmit={submit} aria-labelledby="words">
			<h2 id="words">{text(locale, "words")}</h2>
			<p>{text(locale, "wordsHint")}</p>
			{languages.map((language) => (
				<Field
					key={language}
					label={text(locale, "wordsIn", { language: languageName(language, locale) })}
					error={errorIn(language)}
				>
					{(attributes) => (
						<input
							{...attributes}
							lang={language}
							value={altText[language]}
							maxLength={500}
							readOnly={!mayChange}
							disabled={altText.decorative}
							autoComplete="off"
							onChange={({ target }) => write({ [language]: target.value })}
						/>
					)}
				</Field>
			))}
			<div className={fieldStyles.field}>
				<label className={fieldStyles.check}>
					<input
						type="checkbox"
						checked={altText.decorative}
						disabled={!mayChange}
						onChange={({ target }) => write({ decorative: target.checked })}
					/>
					{text(locale, "decorative")}
				</label>
			</div>
			{now ? (
				<div role="alert" className={panelStyles.warning}>
					<p>{text(locale, "stale")}</p>
					<ul>
						{languages.map((language) => (
							<li key={language} lang={language}>
								{now.alt_text[language] || text(locale, "staleNone")}
							</li>
						))}
						{now.alt_text.decorative && <li>{text(locale, "decorativeMark")}</li>}
					</ul>
					<p className={listStyles.actions}>
						<button type="button" onClick={(event) => choose(event, () => save(now.revision))}>
							{text(locale, "staleSave")}
						</button>
						<button type="button" onClick={(event) => choose(event, () => void send(() => settle(now)))}>
							{text(locale, "staleTake")}
						</button>
					</p>
				</div>
			) : (
				<p role="alert" className={formStyles.error}>
					{sending.state === "refused" ? !isInField && whyText(locale, sending.error) : failureOf(locale, sending)}
				</p>
			)}
			{draft && (
				<p className={listStyles.actions}>
					<span>{text(locale, "draft")}</span>
					{/* After a conflict, the notice above has a button that discards the draft. */}
					{!now && (
						<button type="button" onClick={(event) => choose(event, () => keep(undefined))}>
							{text(locale, "draftDrop")}
						</button>
					)}
				</p>
			)}
			{mayChange && !now && (
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "save")}
				</button>
			)}
			<p role="status">{isDone && text(locale, "saved")}</p>
		</form>
	);
}

interface Draft {
	alt_text: AltText;
	/** File on which the draft is based. */
	seen: Pick<MediaFile, "revision" | "alt_text">;
}

function draftOf(stored: unknown): Draft | undefined {
	return isDraft(stored) ? stored : undefined;
}

function isDraft(stored: unknown): stored is Draft {
	if (typeof stored !== "object" || stored === null || !("alt_text" in stored && "seen" in stored)) return false;
	const { alt_text, seen } = stored;
	if (typeof seen !== "object" || seen === null || !("alt_text" in seen && "revision" in seen)) return false;
	return isAltText(alt_text) && isAltText(seen.alt_text) && typeof seen.revision === "string";
}

function isAltText(value: unknown): value is AltText {
	if (typeof value !== "object" || value === null) return false;
	const fields: Partial<Record<keyof AltText, unknown>> = value;
	return typeof fields.decorative === "boolean" && languages.every((language) => typeof fields[language] === "string");
}
