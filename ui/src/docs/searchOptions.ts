// Options of the search dialog: results, links to further results, and recent queries. No React, no requests.
import type { Answer } from "@/docs/useSearch";
import type { Hit } from "@/shared/http/types";

export type Option =
	| { kind: "recent"; words: string }
	| { kind: "hit"; hit: Hit }
	/** Link to the search page with all results of one page. */
	| { kind: "more"; words: string; page: string; count: number }
	/** Link to the search page with all results. */
	| { kind: "all"; words: string; total: number };

type HitOption = Extract<Option, { kind: "hit" }>;

export function optionsOf(answer: Answer, recent: string[]): Option[] {
	if (answer.state === "idle") return recent.map((words) => ({ kind: "recent", words }));
	if (answer.state === "failed" || answer.state === "searching") return hitsOf(answer);
	const { words, total, hits } = answer;
	return hits.length === 0 ? [] : [...withMore(hitsOf(answer), words), { kind: "all", words, total }];
}

/** Adds an option for the further results of a page after the last result of that page. */
function withMore(options: HitOption[], words: string): Option[] {
	return options.flatMap((option, at): Option[] => {
		const { url, more } = option.hit;
		const page = pageOf(option.hit);
		const next = options[at + 1];
		if (more === 0 || (next && pageOf(next.hit) === page)) return [option];
		return [option, { kind: "more", words, page: page ?? url, count: more }];
	});
}

/** Results grouped by page, in the order of their best result, as on the search page. */
function hitsOf(answer: Answer): HitOption[] {
	const hits = "hits" in answer ? answer.hits : [];
	const pages = hits.map(pageOf);
	const grouped = hits.toSorted((a, b) => pages.indexOf(pageOf(a)) - pages.indexOf(pageOf(b)));
	return grouped.map((hit) => ({ kind: "hit", hit }));
}

function pageOf({ url }: Hit): string | undefined {
	return url.split("#", 1)[0];
}

const maxRecent = 5;

/** Adds a query to the recent queries, newest first, without duplicates. They are stored only in memory. */
export function withRecent(recent: string[], words: string): string[] {
	return words === "" ? recent : [words, ...recent.filter((before) => before !== words)].slice(0, maxRecent);
}
