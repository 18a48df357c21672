// Route table for the server, which must match URLs without rendering. An entry such as `zh/docs/*?q,page` is a path
// pattern with the query parameters that change the content.
import type { RouteObject } from "react-router-dom";
import { isHandle } from "@/app/handle";
import { routes } from "@/app/routes";

export const patterns: string[] = leaves(routes).map((route) => {
	const query = isHandle(route.handle) ? route.handle.query : [];
	const path = route.index ? "" : (route.path ?? "");
	return query.length > 0 ? `${path}?${query.join(",")}` : path;
});

function leaves(routes: RouteObject[]): RouteObject[] {
	return routes.flatMap((route) => (route.children ? leaves(route.children) : [route]));
}
