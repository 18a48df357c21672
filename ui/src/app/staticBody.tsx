// Renders the HTML inside `<div id="pailou-root">` from loaded data, synchronously and without a clock or browser APIs.
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from "react-router-dom";
import { type DataBlock, hydrationOf } from "@/app/dataBlock";
import { routes } from "@/app/routes";
import { base } from "@/shared/address";

const { dataRoutes } = createStaticHandler(routes, { basename: base });

export function bodyOf(at: { pathname: string; search: string }, block: DataBlock): string {
	const location = { ...at, pathname: base + at.pathname, hash: "", state: null, key: "default", mask: undefined };
	const matches = matchRoutes(dataRoutes, location, base) ?? [];
	const { loaderData = {}, errors = null } = hydrationOf(block, matches);
	const context = {
		basename: base,
		location,
		matches,
		loaderData,
		actionData: null,
		errors,
		statusCode: 200,
		loaderHeaders: {},
		actionHeaders: {},
	};
	const router = createStaticRouter(dataRoutes, context);
	return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
