import { useEffect, useRef, useState } from "react";
import styles from "@/docs/FeedbackSent.module.css";
import { feedbackText as text } from "@/docs/feedbackText";
import { post } from "@/shared/http/api";
import type { Feedback } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

/** Sends the feedback. A second request with the same id replaces the first. */
function sendFeedback(feedback: Feedback): Promise<void> {
	return post<void>("/api/v1/public/docs-feedback", feedback);
}

type State = "sending" | "kept" | "failed" | "done";

/** Sends the vote, and shows a comment form. The request with the comment has the same id and replaces the vote. */
export function FeedbackSent({ feedback }: { feedback: Feedback }) {
	const locale = useLocale();
	const [id] = useState(() => crypto.randomUUID());
	const [state, setState] = useState<State>("sending");
	const [comment, setComment] = useState("");
	const status = useRef<HTMLParagraphElement>(null);
	const send = (comment: string) => {
		setState("sending");
		sendFeedback({ ...feedback, id, comment }).then(
			() => setState(comment ? "done" : "kept"),
			() => setState("failed"),
		);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: the vote is sent once.
	useEffect(() => {
		// The button that had the focus is removed, so the focus moves to the message.
		status.current?.focus();
		send("");
	}, []);
	return (
		<div className={styles.sent}>
			<p ref={status} tabIndex={-1} role="status">
				{state === "failed" && text(locale, "failed")}
				{state === "done" && text(locale, "sent")}
				{(state === "kept" || state === "sending") && text(locale, "more")}
			</p>
			{state !== "done" && (
				<form
					onSubmit={(event) => {
						event.preventDefault();
						send(comment.trim());
					}}
				>
					<textarea
						aria-label={text(locale, "more")}
						aria-describedby="feedback-plain"
						rows={3}
						maxLength={500}
						value={comment}
						onChange={(event) => setComment(event.target.value)}
					/>
					<small id="feedback-plain">{text(locale, "plain")}</small>
					<button type="submit" disabled={state === "sending" || (state === "kept" && comment.trim() === "")}>
						{text(locale, state === "failed" ? "again" : "send")}
					</button>
				</form>
			)}
		</div>
	);
}
