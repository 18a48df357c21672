// Requests to the API of the assistant.
import { send } from "@pailou/core";
import { readEvents } from "@/assistant/eventStream";
import { mayStore } from "@/assistant/privacy";
import { searchOf } from "@/shared/address";
import { get, ProblemError, post, problemOf } from "@/shared/http/api";
import type { AnswerFeedback, AskReply, AskRequest, SharedAnswer, ShareLink, Starters } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

const base = "/api/v1/public/assistant";

/** Requests an answer without streaming: for a URL with a question, which the server may render. */
export function answerOf(locale: Locale, question: string, page: string | undefined, signal?: AbortSignal) {
	return get<AskReply>(
		`${base}/ask${searchOf({ question, locale, page, store: mayStore() ? undefined : "false" })}`,
		signal,
	);
}

export function starters(locale: Locale, signal?: AbortSignal) {
	return get<Starters>(`${base}/starters?locale=${locale}`, signal);
}

export function shared(id: string, signal?: AbortSignal) {
	return get<SharedAnswer>(`${base}/shares/${encodeURIComponent(id)}`, signal);
}

export function share(request: AskRequest) {
	return post<ShareLink>(`${base}/shares`, request);
}

export function sendFeedback(feedback: AnswerFeedback) {
	return post<void>(`${base}/feedback`, feedback);
}

/**
 * Asks a question and reads the answer from server-sent events. `onChange` is called when the citations arrive, and
 * whenever the text or the notice of a language model changes. If `anonymous`, sends no session token and no cookies.
 */
export async function ask(
	request: AskRequest,
	onChange: (reply: AskReply) => void,
	signal: AbortSignal,
	anonymous = false,
): Promise<AskReply> {
	const headers: [string, string][] = [
		["content-type", "application/json"],
		["accept", "text/event-stream"],
	];
	const options = { method: "POST", headers, body: JSON.stringify(request), signal };
	const response = anonymous
		? await fetch(`${base}/ask`, { ...options, credentials: "omit" })
		: await send(`${base}/ask`, options);
	if (!response.ok || !response.body) throw await problemOf(response);
	let reply: AskReply | undefined;
	let answer = "";
	for await (const { event, data } of readEvents(response.body)) {
		const sent = JSON.parse(data);
		if (event === "meta") {
			const { mode, ...meta } = sent;
			reply = { ...meta, answer: "", follow_ups: [], ...(mode === "model" && { model: [] }) } as AskReply;
			onChange(reply);
		} else if (reply && (event === "piece" || event === "reset" || event === "notice")) {
			if (event === "piece") reply = { ...reply, model: [...(reply.model ?? []), sent] };
			else if (event === "reset") reply = { ...reply, model: [] };
			else reply = { ...reply, notice: sent.code };
			onChange(reply);
		} else if (event === "delta") answer += answer === "" ? sent.text : `\n\n${sent.text}`;
		else if (event === "done" && reply) return { ...reply, answer, follow_ups: sent.follow_ups };
		else if (event === "error") {
			const { status, code, detail } = sent;
			throw new ProblemError({ type: `/problems/${code}`, title: code, status, code, detail, errors: [] });
		}
	}
	throw new Error("the answer ended early");
}
