// String functions for URLs. The server's embedded JavaScript engine has no `URL`, and few rules are needed.

export const base = "/index";

export interface Address {
	/** Path without the base: `/zh/docs/guide`. */
	path: string;
	query: Record<string, string>;
}

/** Parses `request.url`, which is absolute in the browser and relative on the server. */
export function addressOf(url: string): Address {
	const [beforeHash = ""] = url.split("#", 1);
	const mark = beforeHash.indexOf("?");
	const whole = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
	const search = mark < 0 ? "" : beforeHash.slice(mark + 1);
	return { path: routePath(whole.replace(/^[a-z]+:\/\/[^/]*/i, "") || "/"), query: queryOf(search) };
}

/** Converts a public path (`/index/zh/docs`) to a route path (`/zh/docs`). */
export function routePath(path: string): string {
	if (path === base) return "/";
	const rest = path.startsWith(base) ? path.slice(base.length) : path;
	return /^[/?#]/.test(rest) ? (rest.startsWith("/") ? rest : `/${rest}`) : path;
}

/** Converts a route path to a public path. */
export function publicPath(path: string): string {
	return `${base}${path}`;
}

export function queryOf(search: string): Record<string, string> {
	const query: Record<string, string> = {};
	for (const pair of search.replace(/^\?/, "").split("&")) {
		const [name = "", ...value] = pair.split("=");
		const key = decoded(name);
		if (key !== "" && !(key in query)) query[key] = decoded(value.join("="));
	}
	return query;
}

/** Serializes `{ q: "a b", page: undefined }` as `?q=a%20b`; returns an empty string for an empty query. */
export function searchOf(query: Record<string, string | number | undefined>): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		// The server rejects NUL characters in requests.
		value === undefined ? [] : [`${name}=${encodeURIComponent(String(value).replaceAll("\0", ""))}`],
	);
	return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Parses a page number, which starts at 1; an invalid value means the first page. */
export function pageNumber(text: string | undefined): number {
	return Math.max(1, Math.trunc(Number(text)) || 1);
}

/** Percent-encodes a path of decoded segments. */
export function encodedPath(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}

// Decodes a part of a query. If an escape is malformed, only `+` is decoded.
function decoded(text: string): string {
	const spaced = text.replaceAll("+", " ");
	try {
		return decodeURIComponent(spaced);
	} catch {
		return spaced;
	}
}

const areas = new Set(["zh", "en", "docs", "localization", "admin", "datastat", "assistant", "404"]);

/** Whether a path is a route of the UI. Feeds, media, and `.md` pages are separate documents. */
export function isRoute(path: string): boolean {
	const [beforeQuery = ""] = path.split(/[?#]/, 1);
	const [, area = "", ...rest] = beforeQuery.split("/");
	const last = rest.at(-1) ?? "";
	// `@3.0-beta.rc1` is the home page of a documentation version, not a file.
	const isFile = last.startsWith("@") ? /\.md$/i : /\.[a-z][a-z\d]{1,4}$/i;
	return areas.has(area) && !isFile.test(last);
}
