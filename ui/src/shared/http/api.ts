// HTTP requests and parsing of their responses. Only this file assumes that responses have the server's types, which
// are generated into `types.ts`.
import { type Problem, parseProblem, type SendOptions, send, sendList } from "@pailou/core";

export type { Problem };

/** Error response of the server. The error page of the route or a form catches the error and shows its message. */
export class ProblemError extends Error {
	override name = "ProblemError";
	readonly problem: Problem;
	/** Raw response body, because some problems have additional members. */
	readonly body: string;
	/** Seconds to wait before a retry; 0 if the server does not specify any. */
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

export async function answer<T>(response: Response): Promise<T> {
	// Browsers follow redirects themselves; on the server a redirect is an error, because the page must not be rendered
	// at its old URL.
	if (response.status >= 300) throw await problemOf(response);
	const text = await response.text();
	return (text === "" ? undefined : JSON.parse(text)) as T;
}

export async function problemOf(response: Response): Promise<ProblemError> {
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
