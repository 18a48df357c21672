// List of the pages in the cache of the service worker.

export interface CachedPage {
	url: string;
	title: string;
	lang: string;
}

/** Name of the cache, the same as in the service worker. */
const store = "pailou-pages";
const maxPages = 40;

/** Cached pages, most recently read first. */
export async function cachedPages(): Promise<CachedPage[]> {
	try {
		const cache = await caches.open(store);
		const stored = [...(await cache.keys())].reverse().filter(({ url }) => pages.test(new URL(url).pathname));
		const read = stored.slice(0, maxPages).map(async (request) => {
			const answer = await cache.match(request, { ignoreVary: true });
			return cachedPage(new URL(request.url).pathname, (await answer?.text()) ?? "");
		});
		const found = (await Promise.all(read)).filter((page) => page !== undefined);
		// A page may be cached twice: as a document, and as the data of a client-side navigation.
		return found.filter(({ url }, at) => found.findIndex((other) => other.url === url) === at);
	} catch {
		// Cache storage is not available.
		return [];
	}
}

const pages = /^\/index\/(?!media\/)|^\/api\/v1\/public\/(docs|news)\//;

/** Title and language of a cached document or of cached page data; undefined for other entries. */
export function cachedPage(path: string, text: string): CachedPage | undefined {
	if (path.startsWith("/api/")) return keptData(text);
	const [, title = path] = /<title>([^<]*)<\/title>/.exec(text) ?? [];
	const [, lang = ""] = /<html lang="([^"]*)"/.exec(text) ?? [];
	// Removes the site title, which follows the page title.
	return { url: path, title: unescaped(title).replace(/ · [^·]*$/, ""), lang };
}

function keptData(json: string): CachedPage | undefined {
	const { url, title, locale }: Record<string, unknown> = JSON.parse(json);
	if (typeof url !== "string" || typeof title !== "string") return undefined;
	return { url, title, lang: String(locale) };
}

const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

function unescaped(text: string): string {
	return text.replace(/&(#?\w+);/g, (entity, name: string) => characters[name] ?? entity);
}
