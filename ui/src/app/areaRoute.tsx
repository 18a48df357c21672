// Lazy-loaded area of the site. A loaded area is rendered synchronously, as hydration requires. After a chunk failed to
// load, the next navigation loads a document, because browsers do not retry a failed `import()`.
import type { ComponentType } from "react";
import { type RouteObject, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router-dom";
import { deliveryState } from "@/app/serviceWorkerClient";
import { ProblemError } from "@/shared/http/api";
import type { LoadArgs, PageData } from "@/shared/load";

interface Area {
	Component: ComponentType;
	loader?: (args: LoadArgs) => Promise<PageData> | PageData;
}

/** Component that replaces a page that cannot be loaded. */
interface Instead {
	Instead?: ComponentType;
}

type AreaRoute = Required<Pick<RouteObject, "loader" | "Component" | "shouldRevalidate">>;

interface Behind {
	/** Loads the code of the area, once. */
	open: () => Promise<unknown>;
	load: (args: LoadArgs) => Promise<PageData | null>;
}

const behind = new Map<RouteObject["Component"], Behind>();

export function areaRoute(open: () => Promise<Area>): AreaRoute {
	let area: Area | undefined;

	async function ready(): Promise<Area> {
		area ??= await open();
		return area;
	}

	async function load({ request, params }: LoadArgs): Promise<PageData | null> {
		try {
			if (deliveryState().chunkFailed) await leaves?.();
			// If the area is loaded, its loader must start before the first `await`.
			const { loader } = area ?? (await ready());
			return (await loader?.({ request, params })) ?? null;
		} catch (error) {
			// An aborted navigation is not a failure; a problem is a response and has its own page.
			if (error instanceof ProblemError || request.signal?.aborted || !stays) throw error;
			if (deliveryState().chunkFailed && (await isReplaced())) await leaves?.().catch(() => {});
			if (stays(error)) return null;
			// Without a service worker, the error is displayed; with one, the list of cached pages.
			if (!navigator.serviceWorker?.controller) throw error;
			const { loader } = await import("@/app/offline/KeptPages");
			return loader({ request, params });
		}
	}

	// biome-ignore lint/correctness/noComponentHookFactories: created once per route, with the route table.
	function Component() {
		const Shown = useLoaderData<Instead | null>()?.Instead ?? area?.Component;
		return Shown ? <Shown /> : null;
	}

	behind.set(Component, { open: ready, load });
	return { loader: load, Component, shouldRevalidate };
}

/** Returns the area of a route; undefined for routes without separate code. */
export function areaBehind(route: RouteObject | undefined): Behind | undefined {
	return behind.get(route?.Component);
}

/** Whether the server has a new release of the site, without the chunks of this release. */
async function isReplaced(): Promise<boolean> {
	const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
	return answer?.status === 404;
}

let leaves: (() => Promise<void>) | undefined;
let stays: ((error: unknown) => boolean) | undefined;
let staying = false;

/**
 * Registers the handlers for a navigation that cannot be completed (no network, or a deleted chunk). `stay` keeps the
 * current page and returns true, or false if there is none. `leave` loads the target as a document, and returns only if
 * there is no target.
 */
export function onUnfinished(stay: () => boolean, leave: () => Promise<void>): void {
	leaves = leave;
	stays = (error) => {
		console.error("navigation failed", error);
		staying = true;
		const stayed = stay();
		staying = false;
		return stayed;
	};
}

function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return !staying && defaultShouldRevalidate;
}
