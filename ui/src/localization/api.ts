import type { Status } from "@/localization/wire";
import { getList, type List } from "@/shared/api";

export function translationStatus(signal?: AbortSignal): Promise<List<Status>> {
	return getList<Status>("/api/v1/public/localization/status", signal);
}
