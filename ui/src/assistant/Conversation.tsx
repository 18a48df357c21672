import { type FormEvent, useEffect, useRef, useState } from "react";
import { AnswerView } from "@/assistant/AnswerView";
import { ask } from "@/assistant/ask";
import styles from "@/assistant/Conversation.module.css";
import { EarlierExchanges } from "@/assistant/EarlierExchanges";
import { ExchangeView, Questions } from "@/assistant/ExchangeView";
import {
	addToHistory,
	type Exchange,
	loadHistory,
	type QuestionContext,
	quotedMarkdown,
	saveHistory,
	turnsOf,
	withoutAnswers,
} from "@/assistant/history";
import { PrivacyChoice } from "@/assistant/PrivacyChoice";
import { mayStore } from "@/assistant/privacy";
import { questionOf } from "@/assistant/question";
import { text } from "@/assistant/text";
import { ProblemError } from "@/shared/http/api";
import type { AskReply } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

interface Props {
	/** Initial exchange, loaded by the route. */
	first?: Exchange | undefined;
	/** Starter questions. */
	starters?: string[];
	/** URL of the page from which the assistant was opened. */
	page?: string | undefined;
	/** Whether the question field is focused initially. */
	focused?: boolean;
	/** Whether the assistant is in a frame of another site. In a frame, it has no history and sends no credentials. */
	embedded?: boolean;
}

type State =
	| { name: "idle" }
	| { name: "asking"; question: string; sent: QuestionContext; reply?: AskReply }
	| { name: "failed"; question: string; limited: boolean };

/** Questions, answers, and a form for the next question. Without JavaScript the form reloads the page with `?q=`. */
export function Conversation({ first, starters = [], page, focused = false, embedded = false }: Props) {
	const locale = useLocale();
	const [exchanges, setExchanges] = useState<Exchange[]>(first ? [first] : []);
	// Loaded after hydration, because the history is stored in the browser.
	const [earlier, setEarlier] = useState<Exchange[]>([]);
	const [state, setState] = useState<State>({ name: "idle" });
	const field = useRef<HTMLTextAreaElement>(null);
	const latest = useRef<HTMLDivElement>(null);
	const controller = useRef<AbortController>(null);
	const last = exchanges.length - 1;
	/** Answer of a language model that is still arriving. */
	const arriving = state.name === "asking" && state.reply?.model ? state.reply : undefined;
	const answerCount = exchanges.length + (arriving ? 1 : 0);
	const answersBefore = useRef(answerCount);

	useEffect(() => {
		if (!embedded) setEarlier(loadHistory());
		if (focused) field.current?.focus();
		return () => controller.current?.abort();
	}, [focused, embedded]);

	// Scrolls to a new answer, which may otherwise be outside the window.
	useEffect(() => {
		if (answerCount > answersBefore.current) latest.current?.scrollIntoView({ block: "start" });
		answersBefore.current = answerCount;
	}, [answerCount]);

	function addExchange(exchange: Exchange): void {
		setExchanges([...exchanges, exchange]);
		if (embedded) return;
		// An answer that was opened by a URL is stored only if the visitor continues the conversation.
		addToHistory(first && exchanges.at(-1) === first ? [first, exchange] : [exchange]);
	}

	async function askNow(question: string): Promise<void> {
		controller.current?.abort();
		const own = new AbortController();
		controller.current = own;
		const history = turnsOf(exchanges);
		const sent = { history: withoutAnswers(history), page: page ?? null };
		setState({ name: "asking", question, sent });
		try {
			const request = { question, locale, page: page ?? null, history, model: true, origin: null, store: mayStore() };
			const onChange = (reply: AskReply) => setState({ name: "asking", question, sent, reply });
			const reply = await ask(request, onChange, own.signal, embedded);
			addExchange({ question, reply, at: Date.now(), sent });
			setState({ name: "idle" });
			if (field.current) field.current.value = "";
		} catch (error) {
			if (own.signal.aborted) return;
			console.error("loading answer failed", error);
			const limited = error instanceof ProblemError && error.problem.status === 429;
			setState({ name: "failed", question, limited });
		}
	}

	/** Cancels the pending request. The part of the answer that has arrived is kept. */
	function stop(): void {
		controller.current?.abort();
		if (state.name !== "asking") return;
		if (state.reply) {
			const { model, ...quoted } = state.reply;
			// The text of the passages arrives after the answer of the model, so it may be missing here.
			const answer = quoted.answer || quotedMarkdown(quoted.citations);
			const reply: AskReply = model?.length ? { ...quoted, model, answer, notice: "cut" } : { ...quoted, answer };
			addExchange({ question: state.question, reply, at: Date.now(), sent: state.sent });
		}
		setState({ name: "idle" });
		field.current?.focus();
	}

	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const question = questionOf(field.current?.value ?? "");
		if (question !== "" && state.name !== "asking") void askNow(question);
	}

	return (
		<div className={styles.conversation}>
			<EarlierExchanges
				exchanges={earlier}
				resume={() => {
					setExchanges([...earlier, ...exchanges]);
					setEarlier([]);
					// The button that had the focus is removed.
					field.current?.focus();
				}}
				erase={() => {
					setEarlier([]);
					saveHistory(exchanges);
					field.current?.focus();
				}}
			/>
			<div aria-live="polite" className={styles.exchanges}>
				{exchanges.map((exchange, at) => (
					<div key={exchange.reply.id} ref={at === last && !arriving ? latest : undefined}>
						<ExchangeView exchange={exchange} ask={(question) => void askNow(question)} embedded={embedded} />
					</div>
				))}
				{state.name === "asking" && arriving && (
					<div ref={latest}>
						<article className={styles.exchange} aria-busy="true">
							<h2>{state.question}</h2>
							<AnswerView reply={arriving} />
						</article>
					</div>
				)}
				{state.name === "asking" && <p className={styles.note}>{text(locale, arriving ? "modelWriting" : "asking")}</p>}
			</div>
			{state.name === "asking" && (
				<p>
					<button type="button" onClick={stop}>
						{text(locale, "stop")}
					</button>
				</p>
			)}
			{state.name === "failed" && (
				<div role="alert" className={styles.failed}>
					<p>{text(locale, state.limited ? "limited" : "failed")}</p>
					<button type="button" onClick={() => void askNow(state.question)}>
						{text(locale, "again")}
					</button>
				</div>
			)}
			<search>
				<form className={styles.form} onSubmit={submit}>
					<label>
						<span>{text(locale, exchanges.length === 0 ? "question" : "nextQuestion")}</span>
						<textarea
							ref={field}
							name="q"
							required
							rows={2}
							maxLength={500}
							autoComplete="off"
							onKeyDown={(event) => {
								if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
								event.preventDefault();
								event.currentTarget.form?.requestSubmit();
							}}
						/>
					</label>
					<button type="submit" data-kind="primary" aria-disabled={state.name === "asking"}>
						{text(locale, "ask")}
					</button>
				</form>
			</search>
			<PrivacyChoice />
			{exchanges.length === 0 && starters.length > 0 && (
				<nav aria-label={text(locale, "starters")}>
					<p className={styles.note}>{text(locale, "starters")}</p>
					<Questions questions={starters} ask={(question) => void askNow(question)} />
				</nav>
			)}
		</div>
	);
}
