import { get, getList, type List } from "@/shared/http/api";
import type { SearchTerm, Summary } from "@/shared/http/types";

/** Returns the statistics of the current day. */
export function todaysSummary(signal?: AbortSignal): Promise<Summary> {
	return get<Summary>("/api/v1/public/datastat/summary", signal);
}

/** Returns the search queries of the last 30 days, most frequent first: all, or only queries without results. */
export function searches(withoutResults: boolean): Promise<List<SearchTerm>> {
	return getList<SearchTerm>(`/api/v1/datastat/searches?size=20&without_results=${withoutResults}`);
}
