// Finds the pages whose paths are most similar to a path that was not found. The similarity is the share of common
// bigrams (Sørensen–Dice coefficient).
import { decoded } from "@/app/counterpart";
import { searchOf } from "@/shared/address";
import { getList } from "@/shared/http/api";
import type { ListedPage } from "@/shared/http/types";
import { type Locale, withoutLocale } from "@/shared/i18n/locale";

export type NearPage = Pick<ListedPage, "url" | "title" | "locale">;

/** Maximum number of pages in a response of the server. On larger sites, only the first pages are compared. */
const mostListed = 200;
const mostShown = 3;
/** Minimum similarity of two paths, from 0 to 1. */
const minScore = 0.5;

export async function nearestPages(locale: Locale, path: string, signal: AbortSignal): Promise<NearPage[]> {
	const address = `/api/v1/public/docs${searchOf({ locale, untranslated: "true", size: mostListed })}`;
	return nearest(path, (await getList<ListedPage>(address, signal)).data);
}

/** Search terms from a path: `/en/docs/guide/get-started.html` → `guide get started`. */
export function searchWords(path: string): string {
	return partsOf(path)
		.join(" ")
		.replaceAll(/[-_.]+/g, " ")
		.trim()
		.slice(0, 100);
}

export function nearest(path: string, pages: NearPage[]): NearPage[] {
	const target = partsOf(path);
	const scored = pages.map((page) => ({ page, score: likeness(target, partsOf(page.url)) }));
	const near = scored.filter(({ score }) => score >= minScore).sort((a, b) => b.score - a.score);
	return near.slice(0, mostShown).map(({ page }) => page);
}

/** Similarity of two paths, from 0 to 1: 80 % for the last segment, 20 % for the other segments. */
function likeness(target: string[], found: string[]): number {
	const last = diceCoefficient(target.at(-1) ?? "", found.at(-1) ?? "");
	return 0.8 * last + 0.2 * diceCoefficient(target.slice(0, -1).join("/"), found.slice(0, -1).join("/"));
}

function diceCoefficient(a: string, b: string): number {
	const [first, second] = [pairs(a), pairs(b)];
	const shared = [...first].filter((pair) => second.has(pair)).length;
	return (2 * shared) / (first.size + second.size);
}

/** Bigrams of a word, including those with the start and the end of the word. */
function pairs(word: string): Set<string> {
	const letters = ["^", ...word.toLowerCase(), "$"];
	return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}

/** Segments of a path, without the locale, `/docs`, a version, file extensions, and a final `index`. */
function partsOf(path: string): string[] {
	const below = withoutLocale(path.replace(/^\/index(?=\/|$)/, "")).replace(/^\/docs(?=\/|$)/, "");
	const parts = below.split("/").filter((part) => part !== "" && !part.startsWith("@"));
	const named = parts.map((part) => decoded(part).replace(/\.(html?|mdx?|php|txt)$/i, ""));
	return named.filter((part, at) => part !== "index" || at < named.length - 1);
}
