// Parses the URLs of published pages and finds the pages for the admin area.
import { list } from "@/admin/pages/api";
import { filterOf } from "@/admin/pages/filter";
import { isSegment, type Segment, segments } from "@/admin/pages/language";
import { base } from "@/shared/address";
import type { AdminPage } from "@/shared/http/types";

export interface PageUrl {
	/** Decoded URL path, with the fragment of a front page block. */
	at: string;
	segment: Segment;
	area: string;
	path: string;
}

/** Parses `/index/zh/docs/guide/start`, or `/index/en#hero` for a front page block; undefined for other URL paths. */
export function pageUrlOf(at: string): PageUrl | undefined {
	const [, segment, area = "landing", path = ""] = pattern.exec(at) ?? [];
	return isSegment(segment) ? { at, segment, area, path } : undefined;
}

const pattern = new RegExp(`^${base}/(zh|en)(?:/(docs|news))?[/#]?(.*)$`);

/** Parses a pasted page URL, which may have a host, escapes, a query, and a fragment; undefined for other input. */
export function pageUrlOfInput(typed: string): PageUrl | undefined {
	const [, path = "", hash = ""] = /^(?:https?:\/\/[^/?#]+)?([^?#]*)(?:\?[^#]*)?(#.*)?$/i.exec(typed.trim()) ?? [];
	const pageUrl = pageUrlOf(decoded(path).replace(/\/+$/, ""));
	// The fragment is a heading id and is ignored, except on the front page, where it identifies a block.
	return pageUrl?.area === "landing" && pageUrl.path === "" ? pageUrlOf(pageUrl.at + decoded(hash)) : pageUrl;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

export async function pageAt(
	{ at, segment, area, path }: PageUrl,
	signal?: AbortSignal,
): Promise<AdminPage | undefined> {
	// Sorted by path, so that an exact match precedes the pages below it.
	const filter = filterOf({ area, q: path, locale: segment, sort: "path" });
	const { data } = await list(filter, 1, signal);
	return data.find((page) => segments.some((segment) => decodeURI(page[segment]?.url ?? "") === at));
}
