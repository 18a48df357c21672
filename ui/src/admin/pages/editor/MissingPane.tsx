import { useState } from "react";
import { begin } from "@/admin/pages/api";
import styles from "@/admin/pages/editor/Pane.module.css";
import { localeOf, type Segment } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { languageName, languageNames, useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";

interface MissingPaneProps {
	id: string;
	segment: Segment;
	hidden: boolean;
	mayBegin: boolean;
	/** Saves the text of the other language; returns whether the server has the complete text. */
	flush: () => Promise<boolean>;
	done: (message: string) => Promise<void>;
}

/** Placeholder for a language that the page lacks, with a button to create it. */
export function MissingPane({ id, segment, hidden, mayBegin, flush, done }: MissingPaneProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [isUnsaved, setUnsaved] = useState(false);
	const language = localeOf(segment);
	const name = languageName(language, locale);
	return (
		<section className={styles.pane} aria-label={text(locale, "textOf", { language: name })} hidden={hidden}>
			<header className={styles.head}>
				<h2 lang={language}>{languageNames[language]}</h2>
			</header>
			<p>{text(locale, "noText", { language: name })}</p>
			{mayBegin && (
				<>
					<p>{text(locale, "beginNote")}</p>
					<button
						type="button"
						aria-disabled={sending.state === "sending"}
						onClick={() =>
							void send(async () => {
								// The server copies the saved text.
								const isSaved = await flush();
								setUnsaved(!isSaved);
								if (!isSaved) return;
								await begin(id, segment);
								await done(text(locale, "begun"));
							})
						}
					>
						{text(locale, "begin", { language: name })}
					</button>
				</>
			)}
			<p role="alert" className={formStyles.error}>
				{isUnsaved ? text(locale, "beginUnsaved") : failureOf(locale, sending)}
			</p>
		</section>
	);
}
