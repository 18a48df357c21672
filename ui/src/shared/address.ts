// Addresses as strings: the embedded engine has no URL, and the rules are few.

export const base = "/index";

export interface Address {
	/** Without the base: `/zh/docs/guide`. */
	path: string;
	query: Record<string, string>;
}

/** Reads `request.url`, absolute in the browser and relative on the server. */
export function addressOf(url: string): Address {
	const [beforeHash = ""] = url.split("#", 1);
	const mark = beforeHash.indexOf("?");
	const whole = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
	const search = mark < 0 ? "" : beforeHash.slice(mark + 1);
	return { path: routePath(whole.replace(/^[a-z]+:\/\/[^/]*/i, "") || "/"), query: queryOf(search) };
}

/** A public path (`/index/zh/docs`) as the router counts it (`/zh/docs`). */
export function routePath(path: string): string {
	if (path === base) return "/";
	const rest = path.startsWith(base) ? path.slice(base.length) : path;
	return /^[/?#]/.test(rest) ? (rest.startsWith("/") ? rest : `/${rest}`) : path;
}

/** The router's path as the public one. */
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

/** `{ q: "a b", page: undefined }` as `?q=a%20b`; nothing as the empty string. */
export function searchOf(query: Record<string, string | number | undefined>): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		// No text of the site has a NUL character, and no request may.
		value === undefined ? [] : [`${name}=${encodeURIComponent(String(value).replaceAll("\0", ""))}`],
	);
	return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Which part of a list an address asks for, from 1; what is no number is the first. */
export function pageNumber(text: string | undefined): number {
	return Math.max(1, Math.trunc(Number(text)) || 1);
}

/** A path of decoded segments, safe to put into a URL. */
export function encodedPath(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}

// A malformed escape is shown as it was typed rather than failing the page.
function decoded(text: string): string {
	const spaced = text.replaceAll("+", " ");
	try {
		return decodeURIComponent(spaced);
	} catch {
		return spaced;
	}
}

const areas = new Set(["zh", "en", "docs", "localization", "admin", "datastat", "assistant", "404"]);

/** Whether the router shows this path; feeds, media and `.md` pages under the base are documents. */
export function isRoute(path: string): boolean {
	const [beforeQuery = ""] = path.split(/[?#]/, 1);
	const [, area = "", ...rest] = beforeQuery.split("/");
	const last = rest.at(-1) ?? "";
	// `@3.0-beta.rc1` is the top of a version.
	const isFile = last.startsWith("@") ? /\.md$/i : /\.[a-z][a-z\d]{1,4}$/i;
	return areas.has(area) && !isFile.test(last);
}
