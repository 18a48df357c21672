// Page content inside the layout: its data, or the problem instead of it.
import { type UIMatch, useMatches } from "react-router-dom";
import { type AreaName, routeValue } from "@/app/handle";
import { isPageData, type PageData } from "@/shared/load";

export function pageDataOf(matches: Pick<UIMatch, "loaderData">[]): PageData | undefined {
	return matches.map((match) => match.loaderData).findLast(isPageData);
}

/** A problem in the page's place belongs to no area. */
export function usePage(): { data: PageData | undefined; area: AreaName } {
	const matches = useMatches();
	const data = pageDataOf(matches);
	return { data, area: (data && routeValue(matches, "area")) ?? "notFound" };
}
