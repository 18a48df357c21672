// Requests of the media library, one function each.
import { size } from "@/admin/api";
import type { Filter } from "@/admin/media/filter";
import { searchOf } from "@/shared/address";
import { change, get, getList, type List, type ProblemError } from "@/shared/http/api";
import type { AltText, MediaDetail, MediaFile } from "@/shared/http/types";

const media = "/api/v1/admin/media";

const fileUrl = (path: string) => `${media}/file${searchOf({ path })}`;

export function files(filter: Filter, page: number, signal?: AbortSignal): Promise<List<MediaFile>> {
	return getList<MediaFile>(media + searchOf({ ...filter, page, size }), signal);
}

export function detail(path: string, signal?: AbortSignal): Promise<MediaDetail> {
	return get<MediaDetail>(fileUrl(path), signal);
}

/** Saves the alt text of a file. Fails if the file was changed since it was displayed. */
export function updateAltText(path: string, revision: string, altText: AltText): Promise<MediaDetail> {
	return change<MediaDetail>("PUT", fileUrl(path), altText, [["if-match", `"${revision}"`]]);
}

export function remove({ path, revision }: MediaFile): Promise<void> {
	return change<void>("DELETE", fileUrl(path), undefined, [["if-match", `"${revision}"`]]);
}

/** The current file, from a response with 412 (Precondition Failed); undefined for other responses. */
export function currentFile({ problem, body }: ProblemError): MediaFile | undefined {
	if (problem.status !== 412) return undefined;
	const { row }: { row?: MediaFile } = JSON.parse(body);
	return row;
}
