// Addresses at which readers find pages, and the pages that are there.
import { list } from "@/admin/pages/api";
import { filterOf } from "@/admin/pages/filter";
import { isSegment, type Segment, segments } from "@/admin/pages/language";
import { base } from "@/shared/address";
import type { AdminPage } from "@/shared/http/types";

export interface Place {
	/** As the list of pages has it, decoded. */
	at: string;
	segment: Segment;
	area: string;
	path: string;
}

/** Reads `/index/zh/docs/guide/start` or `/index/en#hero`, which is a block of the front page. */
export function placeOf(at: string): Place | undefined {
	const [, segment, area = "landing", path = ""] = pattern.exec(at) ?? [];
	return isSegment(segment) ? { at, segment, area, path } : undefined;
}

const pattern = new RegExp(`^${base}/(zh|en)(?:/(docs|news))?[/#]?(.*)$`);

/** Parses a pasted URL, with its host, its escapes, and what follows the path. */
export function placePasted(typed: string): Place | undefined {
	const [, path = "", hash = ""] = /^(?:https?:\/\/[^/?#]+)?([^?#]*)(?:\?[^#]*)?(#.*)?$/i.exec(typed.trim()) ?? [];
	const place = placeOf(decoded(path).replace(/\/+$/, ""));
	// A heading of a page is no page; a block of the front page is one.
	return place?.area === "landing" && place.path === "" ? placeOf(place.at + decoded(hash)) : place;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

export async function pageAt({ at, segment, area, path }: Place, signal?: AbortSignal): Promise<AdminPage | undefined> {
	// In this order what has just this path comes before what is below it.
	const filter = filterOf({ area, q: path, locale: segment, sort: "path" });
	const { data } = await list(filter, 1, signal);
	return data.find((page) => segments.some((segment) => decodeURI(page[segment]?.url ?? "") === at));
}
