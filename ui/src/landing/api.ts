import { encodedPath } from "@/shared/address";
import { change, get, getList, type List } from "@/shared/http/api";
import type { Arrange, ArrangedBlock, BlockOrder, Landing, ListedNews, NewsPage, User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Number of news entries per page. */
export const pageSize = 20;

export function landingPage(locale: Locale, signal?: AbortSignal): Promise<Landing> {
	return get<Landing>(`/api/v1/public/landing/${locale}`, signal);
}

/** Returns the front page with its drafts. */
export function writtenPage(locale: Locale, signal?: AbortSignal): Promise<Landing> {
	return get<Landing>(`/api/v1/admin/landing/${locale}`, signal);
}

/** Returns the logged-in user. */
export function me(signal?: AbortSignal): Promise<User> {
	return get<User>("/api/v1/me", signal);
}

export function arrangement(signal?: AbortSignal): Promise<BlockOrder> {
	return get<BlockOrder>("/api/v1/admin/landing/order", signal);
}

/** Saves the order of all blocks. */
export function arrange(blocks: ArrangedBlock[], revision: string): Promise<BlockOrder> {
	const body: Arrange = { blocks: blocks.map(({ id }) => id) };
	return change<BlockOrder>("PUT", "/api/v1/admin/landing/order", body, [["if-match", `"${revision}"`]]);
}

export function newsPage(locale: Locale, page: number, signal?: AbortSignal): Promise<List<ListedNews>> {
	return getList<ListedNews>(`/api/v1/public/news/${locale}?page=${page}&size=${pageSize}`, signal);
}

/** Returns a news entry. `path` is its decoded path in the URL. */
export function newsEntry(locale: Locale, path: string, signal?: AbortSignal): Promise<NewsPage> {
	return get<NewsPage>(`/api/v1/public/news/${locale}/${encodedPath(path)}`, signal);
}
