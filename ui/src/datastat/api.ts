import type { Summary } from "@/datastat/wire";
import { get } from "@/shared/api";

/** Without a range the server answers for today. */
export function todaysSummary(signal?: AbortSignal): Promise<Summary> {
	return get<Summary>("/api/v1/public/datastat/summary", signal);
}
