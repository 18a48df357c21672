// Search while typing: only the newest query counts, in any order of the responses. The one place where a component
// loads data, because an unfinished query is in no address yet.
import { useEffect, useState } from "react";
import { search } from "@/docs/api";
import type { Hit } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Long enough that a word typed quickly is one question. */
const pause = 120;
const most = 30;

export type Answer =
	| { state: "idle" }
	/** `hits` are those of the words before, until there are newer ones. */
	| { state: "searching"; hits: Hit[] }
	| { state: "found"; words: string; total: number; hits: Hit[] }
	| { state: "failed"; offline: boolean };

export function useSearch(
	typed: string,
	locale: Locale,
	version: string | undefined,
): { answer: Answer; again: () => void } {
	const words = typed.trim();
	const [answer, setAnswer] = useState<Answer>({ state: "idle" });
	const [turn, setTurn] = useState(0);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again.
	useEffect(() => {
		if (words === "") {
			setAnswer({ state: "idle" });
			return;
		}
		const asked = new AbortController();
		setAnswer((before) => ({ state: "searching", hits: "hits" in before ? before.hits : [] }));
		const timer = setTimeout(async () => {
			try {
				const { total, data: hits } = await search(locale, { q: words, version, size: most }, asked.signal);
				if (!asked.signal.aborted) setAnswer({ state: "found", words, total: total ?? hits.length, hits });
			} catch (error) {
				if (asked.signal.aborted) return;
				console.error("search failed", error);
				setAnswer({ state: "failed", offline: !navigator.onLine });
			}
		}, pause);
		return () => {
			clearTimeout(timer);
			asked.abort();
		};
	}, [words, locale, version, turn]);

	const isCut = answer.state === "failed" && answer.offline;
	useEffect(() => {
		if (!isCut) return;
		const ask = () => setTurn((before) => before + 1);
		addEventListener("online", ask);
		return () => removeEventListener("online", ask);
	}, [isCut]);

	return { answer, again: () => setTurn((before) => before + 1) };
}
