// Opens the list of pages, or the editor of one. Each is a separate chunk, because the editor is large.

import type { RouteArgs, View } from "@/admin/adminRoutes";
import { pageAt, placeOf } from "@/admin/pages/place";

export async function open(asked: RouteArgs): Promise<View> {
	const place = asked.query.at === undefined ? asked : await placeAt(asked, asked.query.at);
	if (place.below === "") return (await import("@/admin/pages/PageList")).open(place);
	return (await import("@/admin/pages/editor/Editor")).open(place);
}

/** Opens the page at a URL; if there is none, the list of pages that match it. */
async function placeAt(asked: RouteArgs, at: string): Promise<RouteArgs> {
	const place = placeOf(at);
	if (!place) return asked;
	const page = await pageAt(place, asked.signal);
	if (!page) return { ...asked, query: { q: place.path } };
	return { ...asked, below: page.id, query: { locale: place.segment, ...asked.query } };
}
