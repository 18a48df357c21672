import type { Conflict, ListedConflict, ListedFeedback, Resolution, SourceState } from "@/admin/wire";
import { get, getList, type List, post } from "@/shared/api";
import type { User } from "@/shared/wire";

export function me(signal?: AbortSignal): Promise<User> {
	return get<User>("/api/v1/me", signal);
}

export function sources(signal?: AbortSignal): Promise<SourceState[]> {
	return get<SourceState[]>("/api/v1/admin/sources", signal);
}

export function updateSource(name: string): Promise<void> {
	return post<void>(`/api/v1/admin/sources/${encodeURIComponent(name)}/update`, {});
}

export function conflicts(signal?: AbortSignal): Promise<List<ListedConflict>> {
	return getList<ListedConflict>("/api/v1/admin/source-conflicts?size=200", signal);
}

/** From the first page, which is 1. */
export function feedback(page: number, signal?: AbortSignal): Promise<List<ListedFeedback>> {
	return getList<ListedFeedback>(`/api/v1/admin/docs-feedback?size=20&page=${page}`, signal);
}

export function conflict(id: string): Promise<Conflict> {
	return get<Conflict>(`/api/v1/admin/source-conflicts/${id}/texts`);
}

/** The tag names the two texts that were seen: a third one is not decided on unseen. */
export function resolve({ id, etag }: ListedConflict, resolution: Resolution): Promise<void> {
	return post<void>(`/api/v1/admin/source-conflicts/${id}/decision`, resolution, [["if-match", `"${etag}"`]]);
}
