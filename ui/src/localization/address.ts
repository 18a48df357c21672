// URLs of the views. All views have one route; the query parameters select the view.
import { searchOf } from "@/shared/address";
import type { Locale } from "@/shared/i18n/locale";

export const home = "/localization";

export type View = "overview" | "pages" | "page" | "acknowledgements" | "contributors" | "glossary";

const views: readonly string[] = ["pages", "page", "acknowledgements", "contributors", "glossary"] satisfies View[];

/** Returns the view that the query parameters specify; the overview for an unknown view. */
export function viewOf(query: Record<string, string>): View {
	return isView(query.view) ? query.view : "overview";
}

function isView(view: string | undefined): view is View {
	return view !== undefined && views.includes(view);
}

/** Filters of the page list. Empty filters are omitted. */
export interface PageFilters {
	q?: string | undefined;
	locale?: string | undefined;
	area?: string | undefined;
	state?: string | undefined;
	sort?: string | undefined;
}

const filterNames = ["q", "locale", "area", "state", "sort"] as const satisfies (keyof PageFilters)[];

export function filtersOf(query: Record<string, string>): PageFilters {
	return Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}

export function pagesAddress(filters: PageFilters, page = 1): string {
	return home + searchOf({ view: "pages", ...filters, page: page > 1 ? page : undefined });
}

export function pageAddress(
	{ locale, area, key }: { locale: Locale; area: string; key: string },
	state?: string,
	page = 1,
): string {
	return home + searchOf({ view: "page", locale, area, key, state, page: page > 1 ? page : undefined });
}

export function listAddress(view: View, page = 1, q?: string): string {
	return home + searchOf({ view, q: q || undefined, page: page > 1 ? page : undefined });
}

/** Returns the URL of the editor for the page with this public URL. */
export function editorAddress(url: string): string {
	return `/admin/pages${searchOf({ at: url.split("#", 1)[0] })}`;
}
