// Data that the server passes to hydration in `<script type="application/json" id="pailou-data">`. It does not
// contain the route, because the HTML of the not-found page is the same for all URLs.
import type { HydrationState, RouteMatch } from "react-router-dom";
import { htmlOfPage, withHtml } from "@/app/pageData";
import { type Problem, ProblemError } from "@/shared/http/api";
import type { Site } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";
import type { PageData } from "@/shared/load";

export interface DataBlock {
	locale: Locale;
	site: Site | null;
	page: PageData | null;
	problem: Problem | null;
}

/** Returns the data block of the document; undefined in the document for client-side rendering. */
export function readDataBlock(document: Document): DataBlock | undefined {
	const json = document.getElementById("pailou-data")?.textContent ?? "";
	if (json.trim() === "") return undefined;
	const data = withHtml(json, htmlOfPage(document));
	return isDataBlock(data) ? data : undefined;
}

/** Converts the data block to the hydration state of the router. */
export function hydrationOf(block: DataBlock, matches: Pick<RouteMatch, "route">[]): HydrationState {
	const { site, page, problem } = block;
	const leaf = matches.at(-1)?.route;
	if (!site && problem) return { errors: { frame: new ProblemError(problem) } };
	const loaderData: Record<string, unknown> = { frame: site };
	if (!leaf?.id || !leaf.loader) return { loaderData };
	if (page) return { loaderData: { ...loaderData, [leaf.id]: page } };
	return problem ? { loaderData, errors: { boundary: new ProblemError(problem) } } : { loaderData };
}

function isDataBlock(data: unknown): data is DataBlock {
	return typeof data === "object" && data !== null && "locale" in data && "site" in data && "problem" in data;
}
