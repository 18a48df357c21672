// Whether the logged-in user may change a text. The server checks again when the change is sent.
import { decorate } from "@pailou/core";
import { searchOf } from "@/shared/address";
import { answer } from "@/shared/http/api";
import type { User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";

export type WrittenArea = "docs" | "landing" | "news";

export interface Text {
	/** Public URL of the text. */
	at: string;
	locale: Locale;
	/** Source language of the text's page, if known. */
	source?: Locale;
}

type ListedText = { url: string } | null;
type ListedTexts = { source_locale: Locale; zh: ListedText; en: ListedText };

/** Loads the rights of the user for an area; returns a function that checks them for one text. */
export async function rights(area: WrittenArea): Promise<(text: Text) => boolean> {
	const user = await ask<User>("/api/v1/me");
	const onlyTranslates = user.permissions.includes("translations-edit") && !user.permissions.includes("pages-edit");
	const sources = onlyTranslates && area !== "docs" ? await sourcesOf(area) : new Map<string, Locale>();
	return ({ at, locale, source = sources.get(at) }) => mayWrite(user, area, locale, source);
}

export function mayWrite(user: User, area: WrittenArea, locale: Locale, source: Locale | undefined): boolean {
	// Without a known source language, a text may be the source, so it requires the permission to edit pages.
	const act = source !== undefined && source !== locale ? "translations-edit" : "pages-edit";
	return user.permissions.includes(act) && isWithin(user, area, locale.slice(0, 2));
}

/** Maximum page size of the server, and maximum number of requests, which limits the waiting time. */
const size = 200;
const mostParts = 25;

async function sourcesOf(area: WrittenArea): Promise<Map<string, Locale>> {
	const sources = new Map<string, Locale>();
	for (let page = 1; page <= mostParts; page++) {
		const response = await fetchWithoutLoginPrompt(
			`/api/v1/admin/pages${searchOf({ area, sort: "path", page, size })}`,
		);
		const total = Number(response.headers.get("x-total-count"));
		for (const { source_locale, zh, en } of await answer<ListedTexts[]>(response))
			for (const text of [zh, en]) if (text) sources.set(decodeURI(text.url), source_locale);
		if (page * size >= total) break;
	}
	return sources;
}

async function ask<T>(path: string): Promise<T> {
	return answer<T>(await fetchWithoutLoginPrompt(path));
}

/** Sends a request whose 401 response does not open the login dialog, because readers need no session. */
function fetchWithoutLoginPrompt(path: string): Promise<Response> {
	const { url, headers } = decorate(path, "GET");
	return fetch(url, { headers });
}
