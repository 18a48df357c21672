// Lazy-loaded area of the site. A loaded area is rendered synchronously, as hydration requires. After a chunk failed to
// load, the next navigation is a full page load, because browsers do not retry a failed `import()`.
import type { ComponentType } from "react";
import { type RouteObject, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router-dom";
import { appState } from "@/app/serviceWorkerClient";
import { ProblemError } from "@/shared/http/api";
import type { LoadArgs, PageData } from "@/shared/load";

interface Area {
	Component: ComponentType;
	loader?: (args: LoadArgs) => Promise<PageData> | PageData;
}

/** Page data with a component that is rendered instead of a page that cannot be loaded. */
interface Replacement {
	Instead?: ComponentType;
}

type AreaRoute = Required<Pick<RouteObject, "loader" | "Component" | "shouldRevalidate">>;

interface LazyArea {
	/** Loads the code of the area, once. */
	open: () => Promise<unknown>;
	load: (args: LoadArgs) => Promise<PageData | null>;
}

const lazyAreas = new Map<RouteObject["Component"], LazyArea>();

export function areaRoute(open: () => Promise<Area>): AreaRoute {
	let area: Area | undefined;

	async function ready(): Promise<Area> {
		area ??= await open();
		return area;
	}

	async function load({ request, params }: LoadArgs): Promise<PageData | null> {
		try {
			if (appState().chunkFailed) await leavePage?.();
			// The loader of a loaded area must start before the first `await`, because it reads the locale of this render.
			const { loader } = area ?? (await ready());
			return (await loader?.({ request, params })) ?? null;
		} catch (error) {
			// An aborted navigation is not a failure. A `ProblemError` is a response of the server; the error page shows it.
			if (error instanceof ProblemError || request.signal?.aborted || !stayOnPage) throw error;
			if (appState().chunkFailed && (await isReplaced())) await leavePage?.().catch(() => {});
			if (stayOnPage(error)) return null;
			// Displays the list of cached pages if there is a service worker, or else the error.
			if (!navigator.serviceWorker?.controller) throw error;
			const { loader } = await import("@/app/offline/KeptPages");
			return loader({ request, params });
		}
	}

	// biome-ignore lint/correctness/noComponentHookFactories: created once per route, with the route table.
	function Component() {
		const Shown = useLoaderData<Replacement | null>()?.Instead ?? area?.Component;
		return Shown ? <Shown /> : null;
	}

	lazyAreas.set(Component, { open: ready, load });
	return { loader: load, Component, shouldRevalidate };
}

/** Returns the area of a route; undefined for routes without separate code. */
export function lazyAreaOf(route: RouteObject | undefined): LazyArea | undefined {
	return lazyAreas.get(route?.Component);
}

/** Whether a new release has replaced this one on the server: the server no longer has the file of this chunk. */
async function isReplaced(): Promise<boolean> {
	const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
	return answer?.status === 404;
}

let leavePage: (() => Promise<void>) | undefined;
let stayOnPage: ((error: unknown) => boolean) | undefined;
let isStaying = false;

/**
 * Registers the handlers for a navigation that cannot be completed (no network, or a deleted chunk). `stay` keeps the
 * current page and returns true, or returns false if no page can be kept. `leave` opens the target with a full page
 * load: it returns only if there is no target, and rejects without a network.
 */
export function onUnfinished(stay: () => boolean, leave: () => Promise<void>): void {
	leavePage = leave;
	stayOnPage = (error) => {
		console.error("navigation failed", error);
		isStaying = true;
		const stayed = stay();
		isStaying = false;
		return stayed;
	};
}

function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return !isStaying && defaultShouldRevalidate;
}
