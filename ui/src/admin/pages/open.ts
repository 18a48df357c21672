// Opens the list of pages, or the editor of a page. The editor is a separate chunk, because it is large.

import type { RouteArgs, View } from "@/admin/adminRoutes";
import { pageAt, pageUrlOf } from "@/admin/pages/place";

export async function open(args: RouteArgs): Promise<View> {
	const place = args.query.at === undefined ? args : await routeArgsForUrl(args, args.query.at);
	if (place.below === "") return (await import("@/admin/pages/PageList")).open(place);
	return (await import("@/admin/pages/editor/Editor")).open(place);
}

/**
 * Returns the route arguments for the page at the URL `at`, or else for the list of pages that match the path of that
 * URL. If `at` is not a page URL, returns `args` unchanged.
 */
async function routeArgsForUrl(args: RouteArgs, at: string): Promise<RouteArgs> {
	const place = pageUrlOf(at);
	if (!place) return args;
	const page = await pageAt(place, args.signal);
	if (!page) return { ...args, query: { q: place.path } };
	return { ...args, below: page.id, query: { locale: place.segment, ...args.query } };
}
