// Requests and what their answers mean. The only file that believes the server about types: the
// shapes in `wire.ts` are the server's own.
import { decorate, type Problem, parseProblem, type SendOptions, send, sendList } from "@pailou/core";

export type { Problem };

/** Thrown once, here; caught once, by the error page of the route or by a form. */
export class ProblemError extends Error {
	override name = "ProblemError";
	readonly problem: Problem;
	/** The answer as it came: some problems say more than all of them have. */
	readonly body: string;
	/** For how many seconds to wait before asking again; 0 where the server does not say. */
	readonly wait: number;

	constructor(problem: Problem, body = "", wait = 0) {
		super(`${problem.status} ${problem.code}: ${problem.detail}`);
		this.problem = problem;
		this.body = body;
		this.wait = wait;
	}
}

export interface List<T> {
	total: number | undefined;
	sum: number | undefined;
	data: T[];
}

export async function get<T>(url: string, signal?: AbortSignal): Promise<T> {
	return answer<T>(await send(url, signalled(signal)));
}

export async function getList<T>(url: string, signal?: AbortSignal): Promise<List<T>> {
	try {
		return await sendList<T>(url, signalled(signal));
	} catch (error) {
		throw isHttpError(error) ? await problemOf(error.response) : error;
	}
}

export function post<T>(url: string, body: unknown, more?: [string, string][]): Promise<T> {
	return change<T>("POST", url, body, more);
}

export async function change<T>(
	method: "POST" | "PUT" | "DELETE",
	url: string,
	body?: unknown,
	more: [string, string][] = [],
): Promise<T> {
	const headers: [string, string][] = [["content-type", "application/json"], ...more];
	return answer<T>(await send(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) }));
}

/** A file for whoever asks with the token: a plain link would go without it. */
export async function file(url: string): Promise<Blob> {
	const response = await send(url);
	if (!response.ok) throw await problemOf(response);
	return response.blob();
}

/** Bytes as they are. Here a 401 ends nothing: what is asked next says so again. */
export async function putBytes<T>(url: string, bytes: Blob, signal?: AbortSignal): Promise<T> {
	const { url: to, headers } = decorate(url, "PUT");
	const type: [string, string] = ["content-type", "application/octet-stream"];
	const sent = { method: "PUT", headers: [...headers, type], body: bytes };
	return answer<T>(await fetch(to, signal ? { ...sent, signal } : sent));
}

/** A file that is made for whoever asks, under the name that it comes with. */
export async function madeFile(url: string): Promise<{ name: string; content: Blob }> {
	const response = await send(url, { method: "POST", timeoutMs: 0 });
	if (!response.ok) throw await problemOf(response);
	const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
	return { name: name ?? "pailou", content: await response.blob() };
}

/** Sends bytes as they are. */
export async function upload<T>(url: string, type: string, content: Blob): Promise<T> {
	return answer<T>(await send(url, { method: "POST", headers: [["content-type", type]], body: content, timeoutMs: 0 }));
}

async function answer<T>(response: Response): Promise<T> {
	// A browser follows by itself; the server render must not show a page at an address it has left.
	if (response.status >= 300) throw await problemOf(response);
	const text = await response.text();
	return (text === "" ? undefined : JSON.parse(text)) as T;
}

async function problemOf(response: Response): Promise<ProblemError> {
	const { status, statusText, headers } = response;
	const body = await response.text();
	const problem = parseProblem(status, statusText, headers.get("content-type") ?? "", body);
	return new ProblemError(problem, body, Number(headers.get("retry-after")) || 0);
}

function signalled(signal: AbortSignal | undefined): SendOptions {
	return signal ? { signal } : {};
}

function isHttpError(error: unknown): error is { response: Response } {
	return typeof error === "object" && error !== null && "response" in error;
}
