// Search hits grouped by page, with the sections of a page together.
import type { Hit } from "@/shared/http/types";

export interface PageOfHits {
	url: string;
	title: string;
	locale: Hit["locale"];
	hits: Hit[];
	/** Number of further results of the page. */
	more: number;
}

/** Maximum number of displayed results per page; the others are counted in `more`. */
const maxOfPage = 4;

/** Groups results by page, in the order of their best result. */
export function byPage(hits: Hit[], max = maxOfPage): PageOfHits[] {
	const pages = new Map<string, PageOfHits>();
	for (const hit of hits) {
		const [url = ""] = hit.url.split("#", 1);
		const page = pages.get(url) ?? { url, title: hit.title, locale: hit.locale, hits: [], more: hit.more };
		if (page.hits.length < max) page.hits.push(hit);
		else page.more++;
		pages.set(url, page);
	}
	return [...pages.values()];
}
