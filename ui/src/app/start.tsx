// Entry point of the browser: hydrates the server-rendered page, or renders the document for client-side rendering.
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, createPath, type DataRouter, matchRoutes, RouterProvider } from "react-router-dom";
import { lazyAreaOf, onUnfinished } from "@/app/areaRoute";
import { hydrationOf, readDataBlock } from "@/app/dataBlock";
import { routes } from "@/app/routes";
import { openDocument, startWorker, watchChunks } from "@/app/serviceWorkerClient";
import { base, routePath } from "@/shared/address";
import { setMessages } from "@/shared/i18n";
import { settleLocale } from "@/shared/i18n/locale";

export async function start(root: HTMLElement): Promise<void> {
	watchChunks();
	const block = readDataBlock(document);
	if (block) settleLocale(block.locale);
	setMessages(block?.site?.messages);
	const matches = matchRoutes(routes, location, base) ?? [];
	await Promise.all(matches.map(({ route }) => lazyAreaOf(route)?.open()));

	const router = createBrowserRouter(routes, {
		basename: base,
		...(block && { hydrationData: hydrationOf(block, matches) }),
	});
	onUnfinished(
		() => stay(router),
		() => leave(router),
	);
	ignoreSkippedTransitions();
	const app = <RouterProvider router={router} />;
	// Hydration in a transition is interruptible, so that clicks and keys are handled during it.
	if (block) startTransition(() => void hydrateRoot(root, app));
	else createRoot(root).render(app);
	if (block?.site?.offline) startWorker(navigator.serviceWorker);
}

/**
 * Suppresses the error of a skipped view transition (the user left the page early, or the tab is hidden). The router
 * waits only for the end of a transition, which is always reported (CSS View Transitions 1, "skip the view
 * transition").
 */
function ignoreSkippedTransitions(): void {
	const turn = document.startViewTransition?.bind(document);
	if (!turn) return;
	document.startViewTransition = (update) => {
		const transition = turn(update);
		transition.ready.catch(() => {});
		return transition;
	};
}

// Cancels a pending navigation by navigating to the current page, without loading data. If a service worker is active,
// also opens the target with a full page load. Returns false if no navigation is pending.
function stay(router: DataRouter): boolean {
	if (!router.state.initialized || router.state.navigation.state === "idle") return false;
	// The service worker responds to every URL: with the cached page, or with the list of cached pages.
	const { location: next } = router.state.navigation;
	if (navigator.serviceWorker?.controller) location.assign(createPath(next));
	router.navigate(routePath(createPath(router.state.location)), { replace: true, preventScrollReset: true });
	return true;
}

// Opens the target of the pending navigation with a full page load. If the server does not respond, throws an error,
// and the current page stays.
async function leave(router: DataRouter): Promise<void> {
	const { location: next } = router.state.navigation;
	if (!next) return;
	const to = createPath(next);
	await fetch(to, { method: "HEAD" });
	openDocument(to);
	await new Promise(() => {});
}
