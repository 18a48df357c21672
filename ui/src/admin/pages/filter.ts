// Filter and sort order of the page list, stored in the query string.
import { searchOf } from "@/shared/address";

export const path = "/admin/pages";

export const areas = ["docs", "landing", "news"] as const;
export const states = ["published", "draft", "changed", "scheduled", "outdated", "not_translated", "trash"] as const;
export const sorts = ["updated", "title", "path", "views"] as const;

export interface Filter {
	area?: (typeof areas)[number] | undefined;
	/** Part of a title or a path. */
	q?: string | undefined;
	/** Language that the state refers to; both languages if undefined. */
	locale?: "zh" | "en" | undefined;
	state?: (typeof states)[number] | undefined;
	/** Sort order; last changed first by default. */
	sort?: (typeof sorts)[number] | undefined;
}

/** Parses the filter; invalid values are ignored. The default order is omitted. */
export function filterOf(query: Record<string, string | undefined>): Filter {
	const filter: Filter = {};
	const area = areas.find((name) => name === query.area);
	const q = query.q?.trim().slice(0, 200);
	const locale = (["zh", "en"] as const).find((name) => name === query.locale);
	const state = states.find((name) => name === query.state);
	const sort = sorts.find((name) => name === query.sort && name !== "updated");
	if (area) filter.area = area;
	if (q) filter.q = q;
	if (locale) filter.locale = locale;
	if (state) filter.state = state;
	if (sort) filter.sort = sort;
	return filter;
}

export function addressOf(filter: Filter): string {
	return path + searchOf({ ...filter });
}

/** Whether a filter is set. The sort order does not count. */
export function isFiltering({ sort: _, ...filter }: Filter): boolean {
	return Object.keys(filter).length > 0;
}
