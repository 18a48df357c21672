// Whether the logged-in user may change a text. The server checks again when the change is sent.
import { decorate } from "@pailou/core";
import { searchOf } from "@/shared/address";
import { answer } from "@/shared/http/api";
import type { User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";

export type WrittenArea = "docs" | "landing" | "news";

export interface Text {
	/** The address at which readers find it. */
	at: string;
	locale: Locale;
	/** The language in which its page is written first, where that is known. */
	source?: Locale;
}

type ListedText = { url: string } | null;
type Listed = { source_locale: Locale; zh: ListedText; en: ListedText };

/** Asked once for all texts of an area. */
export async function rights(area: WrittenArea): Promise<(text: Text) => boolean> {
	const user = await ask<User>("/api/v1/me");
	const onlyTranslates = user.may.includes("translations-edit") && !user.may.includes("pages-edit");
	const sources = onlyTranslates && area !== "docs" ? await sourcesOf(area) : new Map<string, Locale>();
	return ({ at, locale, source = sources.get(at) }) => mayWrite(user, area, locale, source);
}

export function mayWrite(user: User, area: WrittenArea, locale: Locale, source: Locale | undefined): boolean {
	// What may be the original takes who may write originals.
	const act = source !== undefined && source !== locale ? "translations-edit" : "pages-edit";
	return user.may.includes(act) && isWithin(user, area, locale.slice(0, 2));
}

/** The server's page size, and a limit of requests that keeps the wait short. */
const size = 200;
const mostParts = 25;

async function sourcesOf(area: WrittenArea): Promise<Map<string, Locale>> {
	const sources = new Map<string, Locale>();
	for (let page = 1; page <= mostParts; page++) {
		const response = await responseOf(`/api/v1/admin/pages${searchOf({ area, sort: "path", page, size })}`);
		const total = Number(response.headers.get("x-total-count"));
		for (const { source_locale, zh, en } of await answer<Listed[]>(response))
			for (const text of [zh, en]) if (text) sources.set(decodeURI(text.url), source_locale);
		if (page * size >= total) break;
	}
	return sources;
}

async function ask<T>(path: string): Promise<T> {
	return answer<T>(await responseOf(path));
}

/** A login that is over is nothing that readers have to be told. */
function responseOf(path: string): Promise<Response> {
	const { url, headers } = decorate(path, "GET");
	return fetch(url, { headers });
}
