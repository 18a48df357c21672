// Opens the list of pages, or the editor of one. Each is a separate chunk, because the editor is large.

import type { RouteArgs, View } from "@/admin/adminRoutes";
import { pageAt, placeOf } from "@/admin/pages/place";

export async function open(args: RouteArgs): Promise<View> {
	const place = args.query.at === undefined ? args : await placeAt(args, args.query.at);
	if (place.below === "") return (await import("@/admin/pages/PageList")).open(place);
	return (await import("@/admin/pages/editor/Editor")).open(place);
}

/** Opens the page at a URL; if there is none, the list of pages that match it. */
async function placeAt(args: RouteArgs, at: string): Promise<RouteArgs> {
	const place = placeOf(at);
	if (!place) return args;
	const page = await pageAt(place, args.signal);
	if (!page) return { ...args, query: { q: place.path } };
	return { ...args, below: page.id, query: { locale: place.segment, ...args.query } };
}
