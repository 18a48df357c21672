// Options of the search dialog: results, links to further results, and recent queries. No React, no requests.
import { byPage } from "@/docs/results";
import type { Answer } from "@/docs/useSearch";
import type { Hit } from "@/shared/http/types";

export type Option =
	| { kind: "recent"; words: string }
	| { kind: "hit"; hit: Hit }
	/** Link to the search page with all results of one page. */
	| { kind: "more"; words: string; page: string; count: number }
	/** Link to the search page with all results. */
	| { kind: "all"; words: string; total: number };

export function optionsOf(answer: Answer, recent: string[]): Option[] {
	if (answer.state === "idle") return recent.map((words) => ({ kind: "recent", words }));
	if (answer.state === "failed" || answer.state === "searching") return hitsOf(answer);
	const { words, total, hits } = answer;
	if (hits.length === 0) return [];
	// An option for the further results of a page follows the last result of that page.
	const options = byPage(hits).flatMap(({ url, hits, more }): Option[] => {
		const further: Option[] = more === 0 ? [] : [{ kind: "more", words, page: url, count: more }];
		return [...hits.map((hit): Option => ({ kind: "hit", hit })), ...further];
	});
	return [...options, { kind: "all", words, total }];
}

/** Results grouped by page, in the order of their best result, as on the search page. */
function hitsOf(answer: Answer): Option[] {
	const hits = "hits" in answer ? answer.hits : [];
	return byPage(hits).flatMap((page) => page.hits.map((hit): Option => ({ kind: "hit", hit })));
}

const maxRecent = 5;

/** Adds a query to the recent queries, newest first, without duplicates. They are stored only in memory. */
export function withRecent(recent: string[], words: string): string[] {
	return words === "" ? recent : [words, ...recent.filter((before) => before !== words)].slice(0, maxRecent);
}
