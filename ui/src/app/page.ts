// Data and area of the page inside the layout.
import { type UIMatch, useMatches } from "react-router-dom";
import { type AreaName, routeValue } from "@/app/handle";
import { isPageData, type PageData } from "@/shared/load";

export function pageDataOf(matches: Pick<UIMatch, "loaderData">[]): PageData | undefined {
	return matches.map((match) => match.loaderData).findLast(isPageData);
}

/** Data and area of the page; an error page has no data and the area `notFound`. */
export function usePage(): { data: PageData | undefined; area: AreaName } {
	const matches = useMatches();
	const data = pageDataOf(matches);
	return { data, area: (data && routeValue(matches, "area")) ?? "notFound" };
}
