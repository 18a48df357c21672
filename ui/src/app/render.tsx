// Server-side rendering: the same routes and loaders as in the browser, called directly, because the embedded engine
// has no `Request` for the router's static handler.
import { matchRoutes, type RouteMatch } from "react-router-dom";
import { lazyAreaOf } from "@/app/areaRoute";
import type { DataBlock } from "@/app/dataBlock";
import { type AreaName, isRedirect, routeValue } from "@/app/handle";
import { htmlOf, tagsOf } from "@/app/head";
import { linkedData, searchLink, shareTags } from "@/app/linkedData";
import { withoutHtml } from "@/app/pageData";
import { fullTitle, headOf } from "@/app/pageTitle";
import { routes } from "@/app/routes";
import { loadSite, siteName } from "@/app/site";
import { bodyOf } from "@/app/staticBody";
import { publicPath } from "@/shared/address";
import { type Problem, ProblemError } from "@/shared/http/api";
import { setMessages } from "@/shared/i18n";
import { type Locale, settleLocale } from "@/shared/i18n/locale";

export interface RenderRequest {
	/** Path with query, without the base: `/zh/docs/guide/start?x=1`. */
	path: string;
	locale: Locale;
	origin: string;
}

export interface Rendered {
	status: number;
	redirect?: string;
	locale: Locale;
	area: AreaName;
	head: string;
	body: string;
	data: string;
}

export async function render(request: RenderRequest): Promise<Rendered> {
	const { path, locale, origin } = request;
	const matches = matchRoutes(routes, locationOf(path)) ?? [];
	const leaf = matches.at(-1)?.route;
	if (isRedirect(leaf?.handle)) {
		const redirect = publicPath(leaf.handle.redirect);
		return { status: 302, redirect, locale, area: "landing", head: "", body: "", data: "" };
	}

	const block = await load(request, matches.at(-1));
	// Sets the global state again, because another render may have run during the `await`. The code below is synchronous.
	settleLocale(locale);
	setMessages(block.site?.messages);
	const status = block.problem?.status ?? 200;
	const described = matches.map(({ route }) => ({
		handle: route.handle,
		loaderData: route === leaf ? block.page : undefined,
	}));
	const head = headOf(described, locale, block.problem ?? undefined);
	const page = { site: siteName(block.site ?? undefined, locale), locale, origin };
	const title = fullTitle(head, page.site);
	return {
		status,
		locale,
		area: status === 404 ? "notFound" : (routeValue(described, "area") ?? "notFound"),
		head: [
			htmlOf(tagsOf(head, { ...page, title })),
			shareTags(head, { ...page, title }),
			searchLink(page),
			linkedData(head, page),
		].join(""),
		body: bodyOf(locationOf(path), block),
		data: withoutHtml(block),
	};
}

async function load({ path, locale, origin }: RenderRequest, leaf: RouteMatch | undefined): Promise<DataBlock> {
	const area = lazyAreaOf(leaf?.route);
	await area?.open();
	const args = { request: { url: origin + publicPath(path) }, params: leaf?.params ?? {} };
	// Loaded first, because a loader may use interface texts of the site.
	const site = await settled(loadSite(args));
	// Loaders read the locale before their first `await`, so they get the locale of this render.
	settleLocale(locale);
	const page = await settled(area?.load(args));
	return {
		locale,
		site: site.value ?? null,
		page: page.value ?? null,
		problem: site.problem ?? page.problem ?? (area ? null : nothingHere),
	};
}

type Settled<T> = { value: T | undefined; problem?: undefined } | { value?: undefined; problem: Problem };

async function settled<T>(loading: Promise<T> | undefined): Promise<Settled<T>> {
	try {
		return { value: await loading };
	} catch (error) {
		if (error instanceof ProblemError) return { problem: error.problem };
		console.error("loading page data failed", error);
		return {
			problem: {
				...nothingHere,
				type: "/problems/internal",
				title: "Internal Server Error",
				status: 500,
				code: "internal",
			},
		};
	}
}

const nothingHere: Problem = {
	type: "/problems/not-found",
	title: "Not Found",
	status: 404,
	detail: "",
	code: "not-found",
	errors: [],
};

function locationOf(path: string) {
	const mark = path.indexOf("?");
	if (mark < 0) return { pathname: path, search: "" };
	return { pathname: path.slice(0, mark), search: path.slice(mark) };
}
