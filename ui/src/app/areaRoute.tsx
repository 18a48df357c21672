// One lazy area of the site. React Router's own `lazy` remembers a failed download for ever; here
// the next click tries again, and what is loaded is rendered at once (hydration needs that).
import type { ComponentType } from "react";
import { type RouteObject, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router-dom";
import { ProblemError } from "@/shared/api";
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
			// The area's loader must start before the first `await` wherever the area is there already.
			const { loader } = area ?? (await ready());
			return (await loader?.({ request, params })) ?? null;
		} catch (error) {
			// What the visitor left is no failure; what has a problem is an answer, and shown as a page.
			if (error instanceof ProblemError || request.signal?.aborted || !stays) throw error;
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

let stays: ((error: unknown) => boolean) | undefined;
let staying = false;

/**
 * What to do about a navigation that cannot be finished (no network, a chunk that is gone): `stay`
 * keeps the visitor on the page and answers true, or false where there is no page to stay on.
 */
export function onUnfinished(stay: () => boolean): void {
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
