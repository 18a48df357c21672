// `@pailou/core` for server-side rendering, with the exports of the browser's WebAssembly package. The functions come
// from the same Rust crate, linked natively; API requests are handled in this process.
import {
	decorate as decorateNatively,
	detectLocale,
	localeOfPath,
	otherLocale,
	problemOf,
	request,
	totalOf,
	withLocale,
	withoutLocale,
} from "@pailou/native";

export { detectLocale, localeOfPath, otherLocale, withLocale, withoutLocale };

const nothing = () => {};

// A render has no visitor, so there are no tokens, saved languages, or events.
export const token = nothing;
export const setToken = nothing;
export const clearToken = nothing;
export const savedLocale = nothing;
export const saveLocale = nothing;
export const configure = nothing;
export const isLoggedIn = () => false;
export const onSessionChange = () => nothing;
export const onLoginExpired = () => nothing;
export const visitorLocale = (path) => detectLocale(path, undefined, "");

export function decorate(url, method = "GET") {
	return JSON.parse(decorateNatively(url, method));
}

export class HttpError extends Error {
	constructor(response) {
		super(`${response.status} ${response.statusText}`);
		this.name = "HttpError";
		this.status = response.status;
		this.statusText = response.statusText;
		this.response = response;
	}
}

export async function send(url, options = {}) {
	const answer = request(url, options.method ?? "GET");
	const headers = new Map(JSON.parse(answer.headers));
	return {
		status: answer.status,
		statusText: answer.statusText,
		ok: answer.status >= 200 && answer.status < 300,
		headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
		text: async () => answer.body,
		json: async () => JSON.parse(answer.body),
	};
}

export async function sendList(url, options) {
	const response = await send(url, options);
	if (!response.ok) throw new HttpError(response);
	const text = await response.text();
	const data = text === "" ? [] : JSON.parse(text);
	return {
		total: totalOf(response.headers.get("x-total-count") ?? ""),
		sum: totalOf(response.headers.get("x-total-sum") ?? ""),
		data: data ?? [],
	};
}

export function parseProblem(status, statusText, contentType, body) {
	return JSON.parse(problemOf(status, statusText, contentType, body));
}
