import { useRouteLoaderData } from "react-router-dom";
import type { Site } from "@/shared/http/types";

/** Site data that the root route has loaded; undefined if loading failed. */
export function useSite(): Site | undefined {
	return useRouteLoaderData<Site>("frame");
}
