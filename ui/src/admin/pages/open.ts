// The list of pages, or one of them to write in. Each is a chunk of its own: the editor is large.
import { list } from "@/admin/pages/api";
import { filterOf } from "@/admin/pages/filter";
import { isSegment, segments } from "@/admin/pages/language";
import type { Asked, Show } from "@/admin/parts";

export async function open(asked: Asked): Promise<Show> {
	const place = asked.query.at === undefined ? asked : await placeAt(asked, asked.query.at);
	if (place.below === "") return (await import("@/admin/pages/PageList")).open(place);
	return (await import("@/admin/pages/editor/Editor")).open(place);
}

/** The page that readers find at an address; where there is none, the pages that are called like it. */
async function placeAt(asked: Asked, at: string): Promise<Asked> {
	const [, locale, area = "landing", path = ""] = /^\/index\/(zh|en)(?:\/(docs|news))?[/#]?(.*)$/.exec(at) ?? [];
	if (!isSegment(locale)) return asked;
	// In this order what has just this path comes before what is below it.
	const filter = filterOf({ area, q: path, locale, sort: "path" });
	const { data } = await list(filter, 1, asked.signal);
	const page = data.find((page) => segments.some((segment) => decodeURI(page[segment]?.url ?? "") === at));
	return page ? { ...asked, below: page.id, query: { locale, ...asked.query } } : { ...asked, query: { q: path } };
}
