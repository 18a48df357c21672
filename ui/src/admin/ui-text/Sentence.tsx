import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { useDraft } from "@/admin/config/useDraft";
import styles from "@/admin/ui-text/Messages.module.css";
import { isOutdated, type Row } from "@/admin/ui-text/wording";
import { fieldErrorText, wordingText as text } from "@/admin/ui-text/wordingText";
import { failureOf, useMutation } from "@/admin/useMutation";
import { type Locale, languageName, languageNames, useLocale } from "@/shared/i18n/locale";
import { placeholdersOf } from "@/shared/i18n/placeholders";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

interface SentenceProps {
	row: Row;
	language: Locale;
	/** Publishes the message; null restores the built-in message. */
	publish: (text: string | null) => Promise<void>;
}

/** A message in one language: the built-in text, the override, and the field to change it. */
export function Sentence({ row, language, publish }: SentenceProps) {
	const locale = useLocale();
	const side = row.sides[language];
	const { builtIn, changed } = side;
	const currentText = changed?.text ?? builtIn ?? "";
	const [storedDraft, keep] = useDraft(`messages/${language}/${row.area}.${row.key}`, draftOf);
	// A draft that equals the published message is ignored.
	const draft = storedDraft?.text.trim() === currentText ? undefined : storedDraft;
	const [isOpen, setOpen] = useState(draft !== undefined);
	const [sending, send] = useMutation();
	const button = useRef<HTMLButtonElement>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const wasOpen = useRef(isOpen);
	useLayoutEffect(() => {
		if (wasOpen.current !== isOpen) (isOpen ? field : button).current?.focus();
		wasOpen.current = isOpen;
	}, [isOpen]);
	const named = { key: `${row.area}.${row.key}`, language: languageName(language, locale) };
	if (builtIn === undefined) {
		return (
			<section className={styles.side}>
				<p>{text(locale, "noSingular")}</p>
			</section>
		);
	}

	const written = storedDraft?.text ?? currentText;
	const isSending = sending.state === "sending";
	// During a request, a text equal to the published message is a draft, too, because it differs from the sent text.
	const write = (text: string) =>
		keep(text === currentText && !isSending ? undefined : { text, from: draft?.from ?? currentText });
	function end() {
		keep(undefined);
		setOpen(false);
	}
	const placeholders = [...new Set(placeholdersOf(builtIn))].map((hole) => `{${hole}}`).join(" ");
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(async () => {
			const sent = written.trim();
			await publish(sent);
			keep((since) => {
				// Keeps text that was typed during the request, as a draft based on the sent text.
				if (since && since.text.trim() !== sent) return { text: since.text, from: sent };
				setOpen(false);
				return undefined;
			});
		});
	}
	return (
		<section className={styles.side} aria-label={`${languageNames[language]} ${row.area}.${row.key}`}>
			<dl>
				<dt>{text(locale, "builtIn")}</dt>
				<dd lang={language}>{builtIn}</dd>
				{changed && (
					<>
						<dt>{text(locale, "own")}</dt>
						<dd lang={language} className={styles.own}>
							{changed.text}
						</dd>
					</>
				)}
			</dl>
			{isOutdated(side) && (
				<p className={styles.outdated}>{text(locale, "outdated", { was: changed?.original ?? "" })}</p>
			)}
			{isOpen && (
				<form className={formStyles.form} onSubmit={submit}>
					<Field
						label={text(locale, "field", named)}
						hint={placeholders === "" ? undefined : text(locale, "placeholders", { placeholders })}
						error={fieldErrorText(locale, sending)}
					>
						{(attributes) => (
							<textarea
								{...attributes}
								ref={field}
								lang={language}
								className={styles.text}
								rows={3}
								required
								maxLength={1000}
								value={written}
								onChange={({ target }) => write(target.value.replaceAll("\n", " "))}
							/>
						)}
					</Field>
					{draft && <p>{text(locale, "draft")}</p>}
					{draft && draft.from !== currentText && !isSending && (
						<p role="alert" className={styles.outdated}>
							{text(locale, "draftStale")}
						</p>
					)}
					<p className={listStyles.actions}>
						<button type="submit" data-kind="primary" aria-disabled={isSending}>
							{text(locale, isSending ? "saving" : "save")}
						</button>
						<button type="button" onClick={end}>
							{text(locale, "cancel")}
						</button>
					</p>
				</form>
			)}
			<p role="alert" className={formStyles.error}>
				{sending.state === "refused" && [412, 428].includes(sending.error.problem.status)
					? text(locale, "stale")
					: failureOf(locale, sending, ["body"])}
			</p>
			{!isOpen && (
				<p className={listStyles.actions}>
					<button
						ref={button}
						type="button"
						aria-label={text(locale, "changeName", named)}
						onClick={() => setOpen(true)}
					>
						{text(locale, "change")}
					</button>
					{changed && (
						<button
							type="button"
							aria-label={text(locale, "takeBackName", named)}
							onClick={() => void send(() => publish(null))}
						>
							{text(locale, "restoreDefault")}
						</button>
					)}
				</p>
			)}
		</section>
	);
}

interface Draft {
	text: string;
	/** Published message when the draft began. */
	from: string;
}

function draftOf(stored: unknown): Draft | undefined {
	if (typeof stored !== "object" || stored === null || !("text" in stored && "from" in stored)) return undefined;
	const { text, from } = stored;
	return typeof text === "string" && typeof from === "string" ? { text, from } : undefined;
}
