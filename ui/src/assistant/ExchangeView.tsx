import { useId, useState } from "react";
import { AnswerView } from "@/assistant/AnswerView";
import { sendFeedback, share } from "@/assistant/ask";
import styles from "@/assistant/Conversation.module.css";
import { type Exchange, markdownOf } from "@/assistant/history";
import { text } from "@/assistant/text";
import { searchOf } from "@/shared/address";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { CopyButton } from "@/shared/ui/CopyButton";
import { SecretField } from "@/shared/ui/SecretField";
import { Time } from "@/shared/ui/Time";

interface Props {
	exchange: Exchange;
	/** Asks a follow-up question. */
	ask?: (question: string) => void;
	/** Whether the assistant is in a frame of another site, in which the actions on the answer are omitted. */
	embedded?: boolean;
}

/** A question, its answer, and actions on the answer. */
export function ExchangeView({ exchange, ask, embedded = false }: Props) {
	const locale = useLocale();
	const { question, reply, at, isShared } = exchange;
	return (
		<article className={styles.exchange}>
			<h2>{question}</h2>
			{isShared && (
				<p className={styles.note}>
					{withTrailingSpace(text(locale, "storedAnswer"))}
					<Time at={at} />
				</p>
			)}
			<AnswerView reply={reply} />
			{reply.handover && (
				<p className={styles.note}>
					<a href={reply.handover} rel="nofollow noopener" target="_blank">
						{text(locale, "handover")}
					</a>{" "}
					{text(locale, "handoverNote")}
				</p>
			)}
			{!embedded && <Actions exchange={exchange} />}
			{reply.follow_ups.length > 0 && (
				<nav aria-label={text(locale, "followUps")}>
					<p className={styles.note}>{text(locale, "followUps")}</p>
					<Questions questions={reply.follow_ups} ask={ask} />
				</nav>
			)}
		</article>
	);
}

/** List of questions as links, which also work without JavaScript. */
export function Questions({ questions, ask }: { questions: string[]; ask: ((question: string) => void) | undefined }) {
	const locale = useLocale();
	const path = `/index${withLocale("/assistant", locale)}`;
	return (
		<ul className={styles.questions}>
			{questions.map((question) => (
				<li key={question}>
					<a
						href={path + searchOf({ q: question })}
						rel="nofollow"
						onClick={(event) => {
							const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
							if (!ask || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
							event.preventDefault();
							ask(question);
						}}
					>
						{question}
					</a>
				</li>
			))}
		</ul>
	);
}

function Actions({ exchange }: { exchange: Exchange }) {
	const locale = useLocale();
	const { question, reply, sent, isShared = false } = exchange;
	const noteId = useId();
	const [link, setLink] = useState<string>();
	const [hasShareFailed, setShareFailed] = useState(false);
	const [vote, setVote] = useState<"yes" | "no" | "feedbackFailed">();
	const isAnswer = Boolean(reply.approved) || reply.citations.some(({ withdrawn }) => !withdrawn);
	// A shared answer is not shared again, because the context of its question is not stored.
	const isShareable = isAnswer && !isShared;
	const isFromModel = Boolean(reply.model?.length);

	async function makeLink() {
		try {
			const context = { history: sent?.history ?? null, page: sent?.page ?? null };
			const options = { model: null, origin: null, store: null };
			const made = await share({ question, locale: reply.locale, ...context, ...options });
			setShareFailed(false);
			setLink(new URL(made.url, location.href).href);
		} catch (error) {
			console.error("sharing answer failed", error);
			setShareFailed(true);
		}
	}

	async function sendVote(helpful: boolean) {
		try {
			await sendFeedback({ id: reply.id, locale, state: reply.state, helpful });
			setVote(helpful ? "yes" : "no");
		} catch (error) {
			console.error("sending feedback failed", error);
			setVote("feedbackFailed");
		}
	}

	return (
		<div className={styles.actions} data-needs-script="">
			<div className={styles.buttons}>
				{isAnswer && <CopyButton value={markdownOf([exchange], globalThis.location?.origin ?? "")} />}
				{isShareable && (
					<button type="button" aria-describedby={isFromModel ? noteId : undefined} onClick={() => void makeLink()}>
						{text(locale, "share")}
					</button>
				)}
				<fieldset className={styles.vote}>
					<legend className="visually-hidden">{text(locale, "helpful")}</legend>
					<span aria-hidden="true">{text(locale, "helpful")}</span>
					{(["yes", "no"] as const).map((name) => (
						<button key={name} type="button" aria-pressed={vote === name} onClick={() => void sendVote(name === "yes")}>
							{text(locale, name)}
						</button>
					))}
				</fieldset>
			</div>
			{isShareable && isFromModel && (
				<p id={noteId} className={styles.note}>
					{text(locale, "shareModel")}
				</p>
			)}
			<p role="status">{vote && text(locale, vote === "feedbackFailed" ? vote : "thanks")}</p>
			<p role="status">{hasShareFailed && text(locale, "shareFailed")}</p>
			{link && <SecretField label={text(locale, "shareLink")} value={link} note={text(locale, "shareNote")} />}
		</div>
	);
}
