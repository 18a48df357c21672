// Caches the code of the site and the pages that were read, so that they open without a network. The server defines
// `VERSION`, `SHELL` (the URL of a page that the browser renders), and `FILES` (needed by every page) above this line.
const CODE = `pailou-code-${VERSION}`;
const PAGES = "pailou-pages";
// Site data, which every page needs.
const SITE = "/api/v1/public/site";
// Maximum number of entries in the cache of pages, including images.
const MAX_ENTRIES = 300;
const TIMEOUT = 4000;
// Ignores the `Vary` header, because a cached response in another language is better than none.
const IGNORE_VARY = { ignoreVary: true };
// `Date` headers of the cached pages that windows display, by client id.
const cachedAt = new Map();

addEventListener("install", (event) => event.waitUntil(cacheCode()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== location.origin) return;
	if (url.pathname.startsWith("/index/assets/")) event.respondWith(code(request));
	else if (request.destination === "document" && isAddress(url)) event.respondWith(page(event, url));
	else if (isPageData(request, url)) event.respondWith(pageData(event));
});
addEventListener("message", ({ data, source }) => {
	if (data === "take-over") skipWaiting();
	if (data === "cached-at") source?.postMessage({ cachedAt: cachedAt.get(source.id) ?? null });
});

async function cacheCode() {
	const cache = await caches.open(CODE);
	await cache.addAll([SHELL, SITE, ...FILES]);
}

async function takeOver() {
	const names = await caches.keys();
	const old = names.filter((name) => name.startsWith("pailou-code-") && name !== CODE);
	await Promise.all(old.map((name) => caches.delete(name)));
	await clients.claim();
	// Caches the pages in open windows, which were loaded before the service worker was active.
	const windows = await clients.matchAll({ type: "window" });
	await Promise.all(windows.map(({ url }) => cachePage(new URL(url)).catch(() => undefined)));
}

async function cachePage(url) {
	if (isPage(url) && url.search === "")
		await cacheResponse(new Request(withoutQuery(url)), await fetch(withoutQuery(url)));
}

// File names contain a hash of the content, so a cached response is always current.
async function code(request) {
	const cached = await caches.match(request.url, IGNORE_VARY);
	if (cached) return cached;
	const response = await fetch(request);
	if (response.ok) await (await caches.open(CODE)).put(request, response.clone());
	return response;
}

// Network first; the cache is used only if the network fails or is slow.
async function page(event, url) {
	const response = fetch(event.request);
	if (isPage(url) && url.search === "") {
		const caching = response.then((response) => cacheResponse(new Request(withoutQuery(url)), response.clone()));
		event.waitUntil(caching.catch(() => undefined));
	}
	try {
		return await inTime(response);
	} catch {
		const cached = isPage(url) && !hasOtherContent(url) && (await caches.match(withoutQuery(url), IGNORE_VARY));
		if (cached) {
			cachedAt.set(event.resultingClientId, cached.headers.get("date"));
			return cached;
		}
		return response.catch(() => offlineResponse(url));
	}
}

// Response if the network fails and the page is not in the cache: the app shell, which lists the cached pages. For the
// root, a redirect to a cached front page if there is one.
async function offlineResponse(url) {
	if (url.pathname === "/index/") {
		for (const home of ["/index/zh", "/index/en"])
			if (await caches.match(home, IGNORE_VARY)) return Response.redirect(home);
	}
	return (await caches.match(SHELL, IGNORE_VARY)) ?? Response.error();
}

async function pageData(event) {
	try {
		const response = await fetch(event.request);
		event.waitUntil(cacheResponse(event.request, response.clone()));
		return response;
	} catch (error) {
		const cached = await caches.match(event.request.url, IGNORE_VARY);
		if (cached) return cached;
		throw error;
	}
}

// Rejects if there is no response within `TIMEOUT` milliseconds, so that the cached page is used.
function inTime(response) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(reject, TIMEOUT);
		response.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

// Whether the response shows that the page was deleted, unpublished, moved, or restricted. Server errors do not count.
function isWithdrawn({ redirected, status, type }) {
	return redirected || type === "opaqueredirect" || [401, 403, 404, 410, 451].includes(status);
}

// Returns the key of the text at a URL. The key is the same for the HTML of a page and for its data.
function textOf({ url }) {
	const { pathname } = new URL(url);
	const page = /^\/index\/(zh|en)\/(docs|news)\/(.+)$/.exec(pathname);
	if (page) return page.slice(1).join("/");
	const data = /^\/api\/v1\/public\/(docs|news)(?:-parallel)?\/(zh|en)[^/]*\/(.+)$/.exec(pathname);
	return data ? [data[2], data[1], data[3]].join("/") : pathname;
}

async function withdraw(cache, request) {
	const text = textOf(request);
	const all = await cache.keys();
	await Promise.all(all.filter((cached) => textOf(cached) === text).map((cached) => cache.delete(cached, IGNORE_VARY)));
}

async function cacheResponse(request, response) {
	if (isWithdrawn(response)) return withdraw(await caches.open(PAGES), request);
	if (!response.ok || response.headers.get("cache-control")?.includes("no-store")) return;
	const cache = await caches.open(PAGES);
	try {
		// Deleted first, so that the most recently read entries are at the end.
		await cache.delete(request);
		await cache.put(request, response);
		const all = await cache.keys();
		await Promise.all(all.slice(0, Math.max(0, all.length - MAX_ENTRIES)).map((old) => cache.delete(old)));
	} catch {
		// The storage is full: the page is not cached.
	}
}

// Whether a URL is a page that may be cached. Pages of the admin area are not cached.
function isPage({ pathname }) {
	return /^\/index\/(zh|en|docs|localization|datastat|assistant)(\/|$)/.test(pathname) && isAddress({ pathname });
}

// Whether a URL is a page, not a file. Files have an extension, but `@3.0-beta.rc1` is a version's home page.
function isAddress({ pathname }) {
	return !/^\/index\/media\/|\/(?!@)[^/]*\.[a-z][a-z\d]{1,4}$/i.test(pathname);
}

// Whether the content differs from the page at the URL without a query: search results, and further pages of a list.
function hasOtherContent({ searchParams }) {
	return searchParams.has("q") || searchParams.has("page");
}

function withoutQuery(url) {
	return url.origin + url.pathname;
}

// Whether a request is for data that pages display: content, images, site data, and the custom style sheet. Requests
// with a token are excluded, because their responses are specific to a user.
function isPageData({ headers }, { pathname, search }) {
	if (headers.has("authorization")) return false;
	if (pathname.startsWith("/index/media/")) return true;
	if (pathname === "/api/v1/public/config/raw/global_style.css" || pathname === SITE) return true;
	return /^\/api\/v1\/public\/(docs|docs-tree|docs-parallel|landing|news)\//.test(pathname) && !search.includes("q=");
}
