// Search while the user types: only the response to the newest query is used. The data is not loaded by the route,
// because an unfinished query is not in the URL.
import { useEffect, useMemo, useRef, useState } from "react";
import { search } from "@/docs/api";
import { isNetworkError, useRetryWithBackoff } from "@/shared/http/retry";
import type { Hit } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Debounce time in milliseconds, so that a quickly typed word is one request. */
const pause = 120;
const maxHits = 30;

export type Answer =
	| { state: "idle" }
	/** `hits` are the results of the previous query, until there are newer ones. */
	| { state: "searching"; hits: Hit[] }
	| { state: "found"; words: string; total: number; hits: Hit[] }
	/** `network` and `offline`: there was no response, and the search is retried automatically. */
	| { state: "failed"; cause: "offline" | "network" | "http" };

/**
 * Searches for the typed text. The answer belongs to the query of the same render, so that Enter cannot open a result
 * of the previous query.
 */
export function useSearch(
	typed: string,
	locale: Locale,
	version: string | undefined,
): { answer: Answer; again: () => void } {
	const words = typed.trim();
	const [turn, setTurn] = useState(0);
	const query = JSON.stringify([words, locale, version, turn]);
	const [latest, setLatest] = useState<{ query: string; answer: Answer }>({ query: "", answer: { state: "idle" } });
	const controller = useRef<AbortController>(null);

	/** Searches, and aborts the previous search. */
	async function load(): Promise<void> {
		controller.current?.abort();
		const own = new AbortController();
		controller.current = own;
		const set = (answer: Answer) => setLatest({ query, answer });
		try {
			const { total, data: hits } = await search(locale, { q: words, version, size: maxHits }, own.signal);
			if (!own.signal.aborted) set({ state: "found", words, total: total ?? hits.length, hits });
		} catch (error) {
			if (own.signal.aborted) return;
			console.error("search failed", error);
			set({ state: "failed", cause: causeOf(error) });
		}
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: `load` searches for `query`.
	useEffect(() => {
		if (words === "") {
			setLatest({ query, answer: { state: "idle" } });
			return;
		}
		const timer = setTimeout(load, pause);
		return () => {
			clearTimeout(timer);
			controller.current?.abort();
		};
	}, [query]);

	const answer = useMemo((): Answer => {
		if (words === "") return { state: "idle" };
		if (latest.query === query) return latest.answer;
		return { state: "searching", hits: "hits" in latest.answer ? latest.answer.hits : [] };
	}, [words, query, latest]);

	// The error stays visible during retries.
	useRetryWithBackoff(answer.state === "failed" && answer.cause !== "http", load);

	return { answer, again: () => setTurn((before) => before + 1) };
}

function causeOf(error: unknown): "offline" | "network" | "http" {
	if (!isNetworkError(error)) return "http";
	return navigator.onLine ? "network" : "offline";
}
