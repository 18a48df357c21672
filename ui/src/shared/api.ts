// Requests and what their answers mean. The only file that believes the server about types: the
// shapes in `wire.ts` are the server's own.
import { type Problem, parseProblem, type SendOptions, send, sendList } from "@pailou/core";

export type { Problem };

/** Thrown once, here; caught once, by the error page of the route or by a form. */
export class ProblemError extends Error {
	override name = "ProblemError";
	readonly problem: Problem;

	constructor(problem: Problem) {
		super(`${problem.status} ${problem.code}: ${problem.detail}`);
		this.problem = problem;
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
		throw isHttpError(error) ? new ProblemError(await problemOf(error.response)) : error;
	}
}

export async function post<T>(url: string, body: unknown, more: [string, string][] = []): Promise<T> {
	const headers: [string, string][] = [["content-type", "application/json"], ...more];
	return answer<T>(await send(url, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answer<T>(response: Response): Promise<T> {
	// A browser follows by itself; the server render must not show a page at an address it has left.
	if (response.status >= 300) throw new ProblemError(await problemOf(response));
	const text = await response.text();
	return (text === "" ? undefined : JSON.parse(text)) as T;
}

async function problemOf(response: Response): Promise<Problem> {
	const type = response.headers.get("content-type") ?? "";
	return parseProblem(response.status, response.statusText, type, await response.text());
}

function signalled(signal: AbortSignal | undefined): SendOptions {
	return signal ? { signal } : {};
}

function isHttpError(error: unknown): error is { response: Response } {
	return typeof error === "object" && error !== null && "response" in error;
}
