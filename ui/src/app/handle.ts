// What is true of a route without loading it, read by key (S14).
import type { UIMatch } from "react-router-dom";
import type { text } from "@/app/text";

export type AreaName = "landing" | "docs" | "localization" | "assistant" | "admin" | "datastat" | "notFound";

export interface RouteHandle {
	area: AreaName;
	/** Message key of the title, where the loaded data gives none. */
	title: Parameters<typeof text>[1] | null;
	/** `bare`: without header and footer, in a frame of another site; not counted. */
	layout: "wide" | "docs" | "plain" | "bare";
	needsLogin: boolean;
	/** The query parameters that change what is shown, or one value of one; every other one does not. */
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

/** The value of the innermost route that has one under this key. */
export function routeValue<Key extends keyof RouteHandle>(
	matches: Pick<UIMatch, "handle">[],
	key: Key,
): RouteHandle[Key] | undefined {
	const handle = matches.map((match) => match.handle).findLast(isHandle);
	return handle?.[key];
}
