import { AnswerView } from "@/assistant/AnswerView";
import styles from "@/assistant/Conversation.module.css";
import { type Exchange, markdownOf } from "@/assistant/history";
import { text } from "@/assistant/text";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";

interface Props {
	exchanges: Exchange[];
	/** Continues the stored conversation: its last turns are sent with subsequent questions. */
	resume: () => void;
	erase: () => void;
}

/** Conversation stored in this browser, with buttons to continue, export, and delete it. */
export function EarlierExchanges({ exchanges, resume, erase }: Props) {
	const locale = useLocale();
	if (exchanges.length === 0) return null;
	return (
		<details className={styles.earlier}>
			<summary>{text(locale, "earlier", { count: number(exchanges.length) })}</summary>
			<p className={styles.note}>{text(locale, "kept")}</p>
			<div className={styles.buttons}>
				<button type="button" onClick={resume}>
					{text(locale, "resume")}
				</button>
				<button
					type="button"
					onClick={() => download("assistant.md", "text/markdown", markdownOf(exchanges, location.origin))}
				>
					{text(locale, "exportMarkdown")}
				</button>
				<button
					type="button"
					onClick={() => download("assistant.json", "application/json", JSON.stringify(exchanges, null, "\t"))}
				>
					{text(locale, "exportJson")}
				</button>
				<ConfirmButton
					label={text(locale, "erase")}
					name={text(locale, "erase")}
					question={text(locale, "eraseSure")}
					act={erase}
				/>
			</div>
			{exchanges.map(({ question, reply }) => (
				<article key={reply.id} className={styles.exchange}>
					<h2>{question}</h2>
					<AnswerView reply={reply} />
				</article>
			))}
		</details>
	);
}

function download(name: string, type: string, content: string): void {
	const url = URL.createObjectURL(new Blob([content], { type }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// The URL is revoked after a delay, because the download starts asynchronously.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
