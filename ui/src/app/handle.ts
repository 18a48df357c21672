// Static properties of routes, which can be read without loading the code of a route.
import type { UIMatch } from "react-router-dom";

export type AreaName = "landing" | "docs" | "localization" | "assistant" | "admin" | "datastat" | "notFound";

export interface RouteHandle {
	area: AreaName;
	/** `bare`: without header and footer, for a frame of another site; page views are not counted. */
	layout: "wide" | "docs" | "plain" | "bare";
	needsLogin: boolean;
	/** Query parameters that change the content, as names or `name=value` pairs; all other parameters are ignored. */
	query: string[];
}

export interface Redirect {
	redirect: string;
}

export function isRedirect(handle: unknown): handle is Redirect {
	return typeof handle === "object" && handle !== null && "redirect" in handle;
}

export function isHandle(handle: unknown): handle is RouteHandle {
	return typeof handle === "object" && handle !== null && "area" in handle;
}

/** Returns the property `key` of the innermost route that has a `RouteHandle`. */
export function routeValue<Key extends keyof RouteHandle>(
	matches: Pick<UIMatch, "handle">[],
	key: Key,
): RouteHandle[Key] | undefined {
	const handle = matches.map((match) => match.handle).findLast(isHandle);
	return handle?.[key];
}
