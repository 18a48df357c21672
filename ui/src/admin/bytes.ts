// Requests with files as request or response bodies.
import { decorate, send } from "@pailou/core";
import { answer, problemOf } from "@/shared/http/api";

/** Downloads a file with the session token, which a plain link would not send. */
export async function file(url: string): Promise<Blob> {
	const response = await send(url);
	if (!response.ok) throw await problemOf(response);
	return response.blob();
}

/** Uploads bytes with `fetch`, because a 401 response to `send` would end the session. */
export async function uploadBytes<T>(url: string, bytes: Blob, signal?: AbortSignal): Promise<T> {
	const { url: to, headers } = decorate(url, "PUT");
	const type: [string, string] = ["content-type", "application/octet-stream"];
	const sent = { method: "PUT", headers: [...headers, type], body: bytes };
	return answer<T>(await fetch(to, signal ? { ...sent, signal } : sent));
}

/** A file that the server has generated. */
export interface MadeFile {
	name: string;
	content: Blob;
	headers: Headers;
}

/** Requests a generated file. */
export async function madeFile(url: string): Promise<MadeFile> {
	const response = await send(url, { method: "POST", timeoutMs: 0 });
	if (!response.ok) throw await problemOf(response);
	const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
	return { name: name ?? "pailou", content: await response.blob(), headers: response.headers };
}

/** Uploads bytes in one request. */
export async function upload<T>(url: string, type: string, content: Blob): Promise<T> {
	return answer<T>(await send(url, { method: "POST", headers: [["content-type", type]], body: content, timeoutMs: 0 }));
}
