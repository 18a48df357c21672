import { get, getList, type List } from "@/shared/http/api";
import type { SearchedWords, Summary } from "@/shared/http/types";

/** Without a range the server answers for today. */
export function todaysSummary(signal?: AbortSignal): Promise<Summary> {
	return get<Summary>("/api/v1/public/datastat/summary", signal);
}

/** What was looked for in the last 30 days: most often first, or only what was not found. */
export function searches(withoutResults: boolean): Promise<List<SearchedWords>> {
	return getList<SearchedWords>(`/api/v1/datastat/searches?size=20&without_results=${withoutResults}`);
}
