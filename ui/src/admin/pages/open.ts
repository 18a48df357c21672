// The list of pages, or one of them to write in. Each is a chunk of its own: the editor is large.

import type { RouteArgs, View } from "@/admin/adminRoutes";
import { pageAt, placeOf } from "@/admin/pages/place";

export async function open(asked: RouteArgs): Promise<View> {
	const place = asked.query.at === undefined ? asked : await placeAt(asked, asked.query.at);
	if (place.below === "") return (await import("@/admin/pages/PageList")).open(place);
	return (await import("@/admin/pages/editor/Editor")).open(place);
}

/** The page that readers find at an address; where there is none, the pages that are called like it. */
async function placeAt(asked: RouteArgs, at: string): Promise<RouteArgs> {
	const place = placeOf(at);
	if (!place) return asked;
	const page = await pageAt(place, asked.signal);
	if (!page) return { ...asked, query: { q: place.path } };
	return { ...asked, below: page.id, query: { locale: place.segment, ...asked.query } };
}
