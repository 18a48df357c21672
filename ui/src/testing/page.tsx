// Renders a component for tests, on a page with the route structure of the site but without the areas.
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { RouteHandle } from "@/app/handle";
import type { PageData } from "@/shared/load";
import { site } from "@/testing/fakeServer";

export function renderPage(element: ReactNode, at: { path: string; handle?: RouteHandle; data?: PageData }) {
	const { path, handle, data } = at;
	const [pathname = "/"] = path.split(/[?#]/, 1);
	const child = { id: "page", path: pathname, handle, element, loader: () => data ?? null };
	const router = createMemoryRouter([{ id: "frame", path: "/", loader: () => site, children: [child] }], {
		initialEntries: [path],
		hydrationData: { loaderData: { frame: site, page: data ?? null } },
	});
	return { router, ...render(<RouterProvider router={router} />) };
}

export const docsHandle: RouteHandle = { area: "docs", layout: "docs", needsLogin: false, query: [] };
