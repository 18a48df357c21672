import type { Location } from "react-router-dom";

/**
 * Storage key of a scroll position. The router's key for the first page of every visit is `default`. This key is
 * replaced by the URL, so that a reload keeps the position and different first pages have different keys.
 */
export function scrollKey({ key, pathname, search, hash }: Location): string {
	return key === "default" ? pathname + search + hash : key;
}
