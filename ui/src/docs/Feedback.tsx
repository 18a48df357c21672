import { type ReactNode, useState } from "react";
import styles from "@/docs/Feedback.module.css";
import { text } from "@/docs/text";
import type { Page } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

/** Buttons to vote whether a page was helpful. Without JavaScript, the server redirects to the page after the vote. */
export function Feedback({ page: { url, revision } }: { page: Pick<Page, "url" | "revision"> }) {
	const locale = useLocale();
	const [more, setMore] = useState<ReactNode>();
	if (more) return more;
	return (
		<form
			method="post"
			action="/api/v1/public/docs-feedback"
			className={styles.feedback}
			onSubmit={(event) => {
				event.preventDefault();
				const { submitter } = event.nativeEvent as SubmitEvent;
				const answer = (submitter as HTMLButtonElement).value;
				import("@/docs/FeedbackSent").then(
					({ FeedbackSent }) => setMore(<FeedbackSent feedback={{ url, revision, answer }} />),
					() => setMore(<p role="alert">{text(locale, "feedbackFailed")}</p>),
				);
			}}
		>
			<input type="hidden" name="url" value={url} />
			<input type="hidden" name="revision" value={revision} />
			<span>{text(locale, "feedback")}</span>
			<button type="submit" name="answer" value="yes">
				{text(locale, "feedbackYes")}
			</button>
			<button type="submit" name="answer" value="no">
				{text(locale, "feedbackNo")}
			</button>
			<p id="pailou-feedback-thanks">{text(locale, "feedbackThanks")}</p>
			<p id="pailou-feedback-failed">{text(locale, "feedbackFailed")}</p>
		</form>
	);
}
