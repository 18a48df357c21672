// Conversation with the assistant, stored in the local storage of the browser only.
import { modelMarkdown } from "@/assistant/modelMarkdown";
import { text } from "@/assistant/text";
import type { AskReply, AskRequest, Citation, Turn } from "@/shared/http/types";

/** A question with its answer. */
export interface Exchange {
	question: string;
	reply: AskReply;
	/** Time of the answer in milliseconds since 1970-01-01 UTC; 0 for the answer to a question in the URL. */
	at: number;
	/** Context that was sent with the question. The server needs it to answer again when a shared link is created. */
	sent?: QuestionContext;
	/** Whether the answer was opened by a shared link. */
	isShared?: boolean;
}

export type QuestionContext = Pick<AskRequest, "history" | "page">;

const key = "pailou_assistant";
const mostKept = 50;
/** Limits of the server: number of turns, and characters per answer. */
const mostSent = 6;
const mostAnswer = 4000;

export function loadHistory(): Exchange[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
		return Array.isArray(stored) ? stored.filter(isExchange) : [];
	} catch {
		return [];
	}
}

/** Stores the last `mostKept` exchanges, unless the storage is blocked or full. */
export function saveHistory(exchanges: Exchange[]): void {
	try {
		if (exchanges.length === 0) localStorage.removeItem(key);
		else localStorage.setItem(key, JSON.stringify(exchanges.slice(-mostKept)));
	} catch (error) {
		console.error("storing conversation failed", error);
	}
}

/** Appends to the stored conversation, to which another tab may have added answers since this page was loaded. */
export function addToHistory(exchanges: Exchange[]): void {
	const stored = loadHistory();
	const ids = new Set(stored.map(({ reply }) => reply.id));
	saveHistory([...stored, ...exchanges.filter(({ reply }) => !ids.has(reply.id))]);
}

/** Returns the last turns of the conversation, which are sent with the next question. */
export function turnsOf(exchanges: Exchange[]): Turn[] {
	const last = exchanges.slice(-mostSent);
	const answerOf = ({ model, answer }: AskReply) => (model?.length ? modelMarkdown(model) : answer);
	return last.map(({ question, reply }) => ({ question, answer: shortened(answerOf(reply)) }));
}

/** Shortens an answer to the limit of the server, without splitting a character. */
function shortened(answer: string): string {
	return answer.slice(0, mostAnswer).replace(/\p{Surrogate}/gu, "");
}

/** Removes the answers from turns, because only a language model uses them. */
export function withoutAnswers(turns: Turn[]): Turn[] {
	return turns.map(({ question }) => ({ question, answer: "" }));
}

/** Formats the passages as block quotes in Markdown, each with the number of its citation. */
export function quotedMarkdown(citations: Citation[]): string {
	const visible = citations.filter(({ withdrawn }) => !withdrawn);
	return visible.map((citation) => `${linesOf(citation).replace(/^/gm, "> ")}\n\n[${citation.n}]`).join("\n\n");
}

/** Returns the text of a passage, with the numbers of its steps. */
function linesOf({ quote, parts }: Citation): string {
	if (!parts.some(({ number }) => number !== undefined)) return quote;
	return parts.map(({ text, number }) => (number === undefined ? text : `${number}. ${text}`)).join("\n");
}

/**
 * Formats a conversation as Markdown. Each answer of a language model has a label, and the sources are below each
 * answer. The bullet of the sources differs from that of lists in passages, so that the sources are a separate list.
 */
export function markdownOf(exchanges: Exchange[], origin: string): string {
	const one = ({ question, reply }: Exchange) => {
		const sources = reply.citations
			.filter(({ withdrawn }) => !withdrawn)
			.map(({ n, title, heading, url }) => {
				const name = heading === "" || heading === title ? title : `${title} › ${heading}`;
				return `* [${n}] [${name.replace(/[[\]\\]/g, "\\$&")}](${origin}${url})`;
			});
		const { locale, answer, model = [] } = reply;
		const written = [text(locale, "modelLabel"), modelMarkdown(model), text(locale, "modelQuotes")];
		const parts = [`## ${question}`, ...(model.length > 0 ? written : []), answer, sources.join("\n")];
		return parts.filter((part) => part !== "").join("\n\n");
	};
	return `${exchanges.map(one).join("\n\n")}\n`;
}

function isExchange(value: unknown): value is Exchange {
	if (typeof value !== "object" || value === null) return false;
	const { question, reply } = value as Partial<Exchange>;
	return typeof question === "string" && Array.isArray(reply?.citations) && typeof reply.answer === "string";
}
