// Filter and sort order of the media library, stored in the query string.
import { searchOf } from "@/shared/address";

export const path = "/admin/media";

export const classes = ["image", "video", "audio", "file"] as const;
export const states = ["undescribed", "unused"] as const;
export const sorts = ["changed", "path", "bytes"] as const;

export interface Filter {
	/** Part of a name or of an alt text. */
	q?: string | undefined;
	class?: (typeof classes)[number] | undefined;
	state?: (typeof states)[number] | undefined;
	/** Sort order; last changed first by default. */
	sort?: (typeof sorts)[number] | undefined;
}

/** Parses the filter; invalid values are ignored. The default order is omitted. */
export function filterOf(query: Record<string, string | undefined>): Filter {
	const filter: Filter = {};
	const q = query.q?.trim().slice(0, 200);
	const of = classes.find((name) => name === query.class);
	const state = states.find((name) => name === query.state);
	const sort = sorts.find((name) => name === query.sort && name !== "changed");
	if (q) filter.q = q;
	if (of) filter.class = of;
	if (state) filter.state = state;
	if (sort) filter.sort = sort;
	return filter;
}

export function addressOf(filter: Filter): string {
	return path + searchOf({ ...filter });
}

/** URL of the page of a file. */
export function fileAddress(file: string): string {
	return path + searchOf({ file });
}

/** Whether a filter is set. The sort order does not count. */
export function isFiltering({ sort: _, ...filter }: Filter): boolean {
	return Object.keys(filter).length > 0;
}
