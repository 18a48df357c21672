// One lazy area of the site. What is loaded is rendered at once: hydration needs that. After a chunk that could not be
// loaded the next navigation loads a document, because this one cannot have the chunk any more.
import type { ComponentType } from "react";
import { type RouteObject, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router-dom";
import { deliveryState } from "@/app/serviceWorkerClient";
import { ProblemError } from "@/shared/http/api";
import type { LoadArgs, PageData } from "@/shared/load";

interface Area {
	Component: ComponentType;
	loader?: (args: LoadArgs) => Promise<PageData> | PageData;
}

/** What is shown where the page cannot be had. */
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
			// The area's loader must start before the first `await` wherever the area is there already.
			const { loader } = area ?? (await ready());
			return (await loader?.({ request, params })) ?? null;
		} catch (error) {
			// What the visitor left is no failure; what has a problem is an answer, and shown as a page.
			if (error instanceof ProblemError || request.signal?.aborted || !stays) throw error;
			if (deliveryState().chunkFailed && (await isReplaced())) await leaves?.().catch(() => {});
			if (stays(error)) return null;
			// The worker stands for a network that is not there.
			if (!navigator.serviceWorker?.controller) throw error;
			const { loader } = await import("@/app/offline/KeptPages");
			return loader({ request, params });
		}
	}

	// biome-ignore lint/correctness/noComponentHookFactories: made once per route, when the table is built.
	function Component() {
		const Shown = useLoaderData<Instead | null>()?.Instead ?? area?.Component;
		return Shown ? <Shown /> : null;
	}

	behind.set(Component, { open: ready, load });
	return { loader: load, Component, shouldRevalidate };
}

/** The area behind a route; undefined for routes that need no code of their own. */
export function areaBehind(route: RouteObject | undefined): Behind | undefined {
	return behind.get(route?.Component);
}

/** Whether the server has another version of the site, without the chunks of this one. */
async function isReplaced(): Promise<boolean> {
	const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
	return answer?.status === 404;
}

let leaves: (() => Promise<void>) | undefined;
let stays: ((error: unknown) => boolean) | undefined;
let staying = false;

/**
 * What to do about a navigation that cannot be finished (no network, a chunk that is gone): `stay`
 * keeps the visitor on the page and answers true, or false where there is no page to stay on. `leave` loads where they
 * go as a document, and returns only where they go nowhere.
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
