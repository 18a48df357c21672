import type { Location } from "react-router-dom";

/**
 * What a scroll position is kept under. The router calls the first page of every visit to this tab
 * `default`; its address keeps a reload where it was without confusing it with another first page.
 */
export function scrollKey({ key, pathname, search, hash }: Location): string {
	return key === "default" ? pathname + search + hash : key;
}
