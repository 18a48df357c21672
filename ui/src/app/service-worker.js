// Caches the code of the site and the pages that were read, so that they open without a network. The server defines
// `VERSION`, `SHELL` (the URL of a page that the browser renders), and `FILES` (files of every page) above this line.
const CODE = `pailou-code-${VERSION}`;
const PAGES = "pailou-pages";
// Site data, which every page needs.
const SITE = "/api/v1/public/site";
// Maximum number of entries in the cache of pages, including images.
const MOST = 300;
const WAIT = 4000;
// Ignores the `Vary` header, because a cached response in another language is better than none.
const ANY = { ignoreVary: true };
// `Date` headers of the cached pages that windows display, by client id.
const fromStore = new Map();

addEventListener("install", (event) => event.waitUntil(keepCode()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== location.origin) return;
	if (url.pathname.startsWith("/index/assets/")) event.respondWith(code(request));
	else if (request.destination === "document" && isAddress(url)) event.respondWith(page(event, url));
	else if (isShown(request, url)) event.respondWith(shown(event));
});
addEventListener("message", ({ data, source }) => {
	if (data === "take-over") skipWaiting();
	if (data === "kept?") source?.postMessage({ kept: fromStore.get(source.id) ?? null });
});

async function keepCode() {
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
	await Promise.all(windows.map(({ url }) => again(new URL(url)).catch(() => undefined)));
}

async function again(url) {
	if (isPage(url) && url.search === "") await keep(new Request(plain(url)), await fetch(plain(url)));
}

// File names contain a hash of the content, so a cached response is always current.
async function code(request) {
	const kept = await caches.match(request.url, ANY);
	if (kept) return kept;
	const answer = await fetch(request);
	if (answer.ok) await (await caches.open(CODE)).put(request, answer.clone());
	return answer;
}

// Network first; the cache is used only if the network fails or is slow.
async function page(event, url) {
	const asked = fetch(event.request);
	if (isPage(url) && url.search === "") {
		const keeping = asked.then((answer) => keep(new Request(plain(url)), answer.clone()));
		event.waitUntil(keeping.catch(() => undefined));
	}
	try {
		return await inTime(asked);
	} catch {
		const kept = isPage(url) && !isAnother(url) && (await caches.match(plain(url), ANY));
		if (kept) {
			fromStore.set(event.resultingClientId, kept.headers.get("date"));
			return kept;
		}
		return asked.catch(() => without(url));
	}
}

// Response without a network and without the page in the cache: the shell, which lists the cached pages. The root
// redirects to a cached front page instead.
async function without(url) {
	if (url.pathname === "/index/") {
		for (const home of ["/index/zh", "/index/en"]) if (await caches.match(home, ANY)) return Response.redirect(home);
	}
	return (await caches.match(SHELL, ANY)) ?? Response.error();
}

async function shown(event) {
	try {
		const answer = await fetch(event.request);
		event.waitUntil(keep(event.request, answer.clone()));
		return answer;
	} catch (error) {
		const kept = await caches.match(event.request.url, ANY);
		if (kept) return kept;
		throw error;
	}
}

// Rejects if there is no response within `WAIT` milliseconds, so that the cached page is used.
function inTime(answer) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(reject, WAIT);
		answer.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

// Whether the response shows that the page was unpublished, moved, or restricted. Server errors do not count.
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
	await Promise.all(all.filter((kept) => textOf(kept) === text).map((kept) => cache.delete(kept, ANY)));
}

async function keep(request, answer) {
	if (isWithdrawn(answer)) return withdraw(await caches.open(PAGES), request);
	if (!answer.ok || answer.headers.get("cache-control")?.includes("no-store")) return;
	const cache = await caches.open(PAGES);
	try {
		// Deleted first, so that the most recently read entries are at the end.
		await cache.delete(request);
		await cache.put(request, answer);
		const all = await cache.keys();
		await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => cache.delete(old)));
	} catch {
		// The storage is full: the page is not cached.
	}
}

// Pages that may be cached; the admin area is excluded.
function isPage({ pathname }) {
	return /^\/index\/(zh|en|docs|localization|datastat|assistant)(\/|$)/.test(pathname) && isAddress({ pathname });
}

// Whether a URL is a page, not a file. Files have an extension, but `@3.0-beta.rc1` is the home of a version.
function isAddress({ pathname }) {
	return !/^\/index\/media\/|\/(?!@)[^/]*\.[a-z][a-z\d]{1,4}$/i.test(pathname);
}

// Whether the content differs from the page at the URL without a query: search results, and further pages of a list.
function isAnother({ searchParams }) {
	return searchParams.has("q") || searchParams.has("page");
}

function plain(url) {
	return url.origin + url.pathname;
}

// Whether a request is for data that pages display: content, images, site data, and the custom style sheet. Requests
// with a token are excluded, because their responses are specific to a user.
function isShown({ headers }, { pathname, search }) {
	if (headers.has("authorization")) return false;
	if (pathname.startsWith("/index/media/")) return true;
	if (pathname === "/api/v1/public/config/raw/global_style.css" || pathname === SITE) return true;
	return /^\/api\/v1\/public\/(docs|docs-tree|docs-parallel|landing|news)\//.test(pathname) && !search.includes("q=");
}
