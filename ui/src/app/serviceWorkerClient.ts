// Registration of the service worker after the page is loaded, and state of the loaded app: failed chunks, newer
// releases, and cached pages.
import { base } from "@/shared/address";
import { trustedScript } from "@/shared/trustedTypes";

export interface AppState {
	/**
	 * Whether a chunk could not be loaded. Browsers store a failed `import()` for the lifetime of the document (HTML,
	 * "module map"), so only a new document can load the chunk.
	 */
	chunkFailed: boolean;
	/** Whether a newer release of the site is installed, which `activateNewRelease` activates. */
	hasNewRelease: boolean;
	/** `Date` header of the displayed page if it is from the cache. */
	storedAt: string | undefined;
}

let state: AppState = { chunkFailed: false, hasNewRelease: false, storedAt: undefined };
const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;

export const script = `${base}/worker.js`;

export function appState(): AppState {
	return state;
}

export function watchAppState(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function updateState(next: Partial<AppState>): void {
	state = { ...state, ...next };
	for (const listener of listeners) listener();
}

/** Sets `chunkFailed` when Vite reports a chunk that could not be loaded. */
export function watchChunks(): void {
	addEventListener("vite:preloadError", () => updateState({ chunkFailed: true }));
}

/** Opens a URL with a full page load, even if it is the current URL. */
export function openDocument(to: string): void {
	if (to === location.pathname + location.search + location.hash) location.reload();
	else location.assign(to);
}

/** Registers the service worker, which serves cached pages without a network. Failures are ignored. */
export function startWorker(container: ServiceWorkerContainer | undefined): void {
	if (!container) return;
	container.addEventListener("message", ({ data }) => {
		if (hasCacheDate(data)) updateState({ storedAt: data.cachedAt });
	});
	container.startMessages();
	container.controller?.postMessage("cached-at");
	const register = () => {
		container
			.register(trustedScript(script) as string, { scope: `${base}/` })
			.then(watch)
			.catch(() => undefined);
	};
	if (document.readyState === "complete") register();
	else addEventListener("load", register, { once: true });
}

function watch(registration: ServiceWorkerRegistration): void {
	const checkForRelease = () => {
		// Without an active service worker there is no older release to replace.
		if (!registration.waiting || !registration.active) return;
		waiting = registration.waiting;
		updateState({ hasNewRelease: true });
	};
	checkForRelease();
	registration.addEventListener("updatefound", () => {
		registration.installing?.addEventListener("statechange", checkForRelease);
	});
}

/** Activates the newer release of the site, and then reloads this page. */
export function activateNewRelease(container: ServiceWorkerContainer): void {
	container.addEventListener("controllerchange", () => location.reload(), { once: true });
	waiting?.postMessage("take-over");
}

function hasCacheDate(data: unknown): data is { cachedAt: string } {
	return typeof data === "object" && data !== null && "cachedAt" in data && typeof data.cachedAt === "string";
}
