import { encodedPath, searchOf } from "@/shared/address";
import { get, getList, type List } from "@/shared/http/api";
import type { Hit, ListedPage, Page, Parallel, Tree, Version } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export function docsPage(locale: Locale, path: string, signal?: AbortSignal): Promise<Page> {
	return get<Page>(`/api/v1/public/docs/${locale}/${encodedPath(path)}?markdown=false`, signal);
}

export function docsParallel(locale: Locale, path: string, signal?: AbortSignal): Promise<Parallel> {
	return get<Parallel>(`/api/v1/public/docs-parallel/${locale}/${encodedPath(path)}`, signal);
}

export function docsTree(locale: Locale, at: string, signal?: AbortSignal): Promise<Tree> {
	return get<Tree>(`/api/v1/public/docs-tree/${locale}${searchOf({ at })}`, signal);
}

/** Maximum number of pages in a response of the server. */
export const listSize = 200;

export function docsList(
	locale: Locale,
	page: number,
	version?: string,
	signal?: AbortSignal,
): Promise<List<ListedPage>> {
	return getList<ListedPage>(
		`/api/v1/public/docs${searchOf({ locale, untranslated: "true", page, size: listSize, version })}`,
		signal,
	);
}

export interface Question {
	q: string;
	/** Name of an old documentation version; undefined for the current version. */
	version?: string | undefined;
	/** URL of the page to which the search is limited. */
	within?: string | undefined;
	/** Page number, from 1. */
	page?: number;
	size?: number;
}

/** Number of results on a page of the search page. */
export const resultsSize = 50;

export function search(locale: Locale, question: Question, signal?: AbortSignal): Promise<List<Hit>> {
	const { q, version, within, page, size = resultsSize } = question;
	return getList<Hit>(`/api/v1/public/search${searchOf({ q, locale, page, size, version, within })}`, signal);
}

export async function docsVersions(locale: Locale, signal?: AbortSignal): Promise<Version[]> {
	return (await getList<Version>(`/api/v1/public/versions${searchOf({ locale })}`, signal)).data;
}
