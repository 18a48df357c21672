// Addresses of the views: one route, whose query parameters are the state.
import { searchOf } from "@/shared/address";
import type { Locale } from "@/shared/i18n/locale";

export const home = "/localization";

export type View = "overview" | "pages" | "page" | "acknowledgements" | "contributors" | "glossary";

const views: readonly string[] = ["pages", "page", "acknowledgements", "contributors", "glossary"] satisfies View[];

/** What the address asks for; an unknown view is the overview. */
export function viewOf(query: Record<string, string>): View {
	return isView(query.view) ? query.view : "overview";
}

function isView(view: string | undefined): view is View {
	return view !== undefined && views.includes(view);
}

/** The filters of the page list. Empty ones are left out. */
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

/** The editor of the page at a public address. */
export function editorAddress(url: string): string {
	return `/admin/pages${searchOf({ at: url.split("#", 1)[0] })}`;
}
