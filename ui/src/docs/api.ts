import type { Hit, ListedPage, Page, Parallel, Tree } from "@/docs/wire";
import { encodedPath, searchOf } from "@/shared/address";
import { get, getList, type List } from "@/shared/api";
import type { Locale } from "@/shared/locale";

export function docsPage(locale: Locale, path: string, signal?: AbortSignal): Promise<Page> {
	return get<Page>(`/api/v1/public/docs/${locale}/${encodedPath(path)}?markdown=false`, signal);
}

export function docsParallel(locale: Locale, path: string, signal?: AbortSignal): Promise<Parallel> {
	return get<Parallel>(`/api/v1/public/docs-parallel/${locale}/${encodedPath(path)}`, signal);
}

export function docsTree(locale: Locale, at: string, signal?: AbortSignal): Promise<Tree> {
	return get<Tree>(`/api/v1/public/docs-tree/${locale}${searchOf({ at })}`, signal);
}

export const listSize = 50;

export function docsList(locale: Locale, page: number, signal?: AbortSignal): Promise<List<ListedPage>> {
	return getList<ListedPage>(`/api/v1/public/docs${searchOf({ locale, page, size: listSize })}`, signal);
}

export function search(locale: Locale, q: string, signal?: AbortSignal, size = 50): Promise<List<Hit>> {
	return getList<Hit>(`/api/v1/public/search${searchOf({ q, locale, size })}`, signal);
}
