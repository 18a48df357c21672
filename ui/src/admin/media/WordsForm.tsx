import { type FormEvent, useState } from "react";
import { Field } from "@/admin/Field";
import { putWords, standing } from "@/admin/media/api";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import part from "@/admin/People.module.css";
import { failureOf, useSending } from "@/admin/useSending";
import type { MediaFile, MediaWords } from "@/admin/wire";
import { type Locale, languageName, useLocale } from "@/shared/locale";

const languages: Locale[] = ["zh-CN", "en-US"];

const areSame = (one: MediaWords, other: MediaWords) =>
	one.decorative === other.decorative && languages.every((language) => one[language] === other[language]);

interface WordsFormProps {
	file: MediaFile;
	mayChange: boolean;
	/** Takes up what the server has by now. */
	saved: () => Promise<void>;
}

/** What a picture shows, in both languages. Who was overtaken sees what stands now, and decides. */
export function WordsForm({ file, mayChange, saved }: WordsFormProps) {
	const locale = useLocale();
	const [words, setWords] = useState(file.words);
	// What they were written from.
	const [seen, setSeen] = useState(file);
	const [isDone, setDone] = useState(false);
	const [sending, send] = useSending();
	const now = sending.state === "refused" ? standing(sending.refusal) : undefined;
	const [shown, setShown] = useState(file.revision);
	if (shown !== file.revision) {
		setShown(file.revision);
		// A file that was put in its place has another revision, and the same words.
		const isSameWords = areSame(file.words, seen.words);
		// Who was overtaken while writing keeps the old revision, with which saving is refused and says so.
		if (isSameWords || areSame(words, seen.words)) setSeen(file);
		if (!isSameWords && areSame(words, seen.words)) setWords(file.words);
	}

	const save = (revision: string) =>
		void send(async () => {
			setDone(false);
			const { file: after } = await putWords(file.path, revision, words);
			setWords(after.words);
			setSeen(after);
			setDone(true);
			await saved();
		});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		save(seen.revision);
	}
	const faultIn = (field: string) =>
		sending.state === "refused" && sending.refusal.problem.errors.some((error) => error.field === field)
			? whyText(locale, sending.refusal)
			: undefined;
	const isInField = languages.some((language) => faultIn(language) !== undefined);
	return (
		<form className={part.form} onSubmit={submit} aria-labelledby="words">
			<h2 id="words">{text(locale, "words")}</h2>
			<p>{text(locale, "wordsHint")}</p>
			{languages.map((language) => (
				<Field
					key={language}
					label={text(locale, "wordsIn", { language: languageName(language, locale) })}
					fault={faultIn(language)}
				>
					{(told) => (
						<input
							{...told}
							lang={language}
							value={words[language]}
							maxLength={500}
							readOnly={!mayChange}
							disabled={words.decorative}
							autoComplete="off"
							onChange={({ target }) => setWords({ ...words, [language]: target.value })}
						/>
					)}
				</Field>
			))}
			<div className={part.choices}>
				<label>
					<input
						type="checkbox"
						checked={words.decorative}
						disabled={!mayChange}
						onChange={({ target }) => setWords({ ...words, decorative: target.checked })}
					/>
					{text(locale, "decorative")}
				</label>
			</div>
			{now ? (
				<div role="alert" className={part.stale}>
					<p>{text(locale, "stale")}</p>
					<ul>
						{languages.map((language) => (
							<li key={language} lang={language}>
								{now.words[language] || text(locale, "staleNone")}
							</li>
						))}
						{now.words.decorative && <li>{text(locale, "decorativeMark")}</li>}
					</ul>
					<p className={part.acts}>
						<button type="button" onClick={() => save(now.revision)}>
							{text(locale, "staleSave")}
						</button>
						<button
							type="button"
							onClick={() =>
								void send(async () => {
									setWords(now.words);
									setSeen(now);
									await saved();
								})
							}
						>
							{text(locale, "staleTake")}
						</button>
					</p>
				</div>
			) : (
				<p role="alert" className={part.fault}>
					{sending.state === "refused" ? !isInField && whyText(locale, sending.refusal) : failureOf(locale, sending)}
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
