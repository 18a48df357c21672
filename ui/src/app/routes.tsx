// Route table of the browser and the server. Areas are separate chunks, loaded on demand. Properties that are needed
// before the code of a route is loaded are in its `handle`.
import { type RouteObject, redirect } from "react-router-dom";
import { areaRoute } from "@/app/areaRoute";
import { BareErrorPage, ErrorPage } from "@/app/ErrorPage";
import type { RouteHandle } from "@/app/handle";
import { Layout } from "@/app/Layout";
import { NotFoundPage } from "@/app/NotFoundPage";
import { loadSite } from "@/app/site";
import { takeSiteChange } from "@/shared/siteChange";

const landing = areaRoute(() => import("@/landing/LandingPage"));
const written = areaRoute(() => import("@/landing/LandingDraft"));
const docs = areaRoute(() => import("@/docs/DocsPage"));
const localization = areaRoute(() => import("@/localization/LocalizationPage"));
const admin = areaRoute(() => import("@/admin/AdminPage"));
const preview = areaRoute(() => import("@/admin/PreviewPage"));
const datastat = areaRoute(() => import("@/datastat/DatastatPage"));
const assistant = areaRoute(() => import("@/assistant/AssistantPage"));
const embed = areaRoute(() => import("@/assistant/EmbedPage"));

const handles = {
	landing: { area: "landing", layout: "wide", needsLogin: false, query: [] },
	written: { area: "landing", layout: "wide", needsLogin: true, query: [] },
	news: { area: "landing", layout: "plain", needsLogin: false, query: ["page"] },
	docs: {
		area: "docs",
		layout: "docs",
		needsLogin: false,
		query: ["q", "within", "page", "view=parallel"],
	},
	localization: {
		area: "localization",
		layout: "plain",
		needsLogin: false,
		query: ["view", "locale", "area", "key", "state", "sort", "q", "page"],
	},
	// The server has no session: it renders the login form for all admin pages.
	admin: { area: "admin", layout: "plain", needsLogin: true, query: [] },
	// Public: visitors with a preview link may read the draft without logging in.
	preview: { area: "admin", layout: "plain", needsLogin: false, query: [] },
	datastat: { area: "datastat", layout: "plain", needsLogin: false, query: [] },
	assistant: { area: "assistant", layout: "plain", needsLogin: false, query: ["q", "share"] },
	embed: { area: "assistant", layout: "bare", needsLogin: false, query: [] },
	notFound: { area: "notFound", layout: "plain", needsLogin: false, query: [] },
} satisfies Record<string, RouteHandle>;

const notFound = { Component: NotFoundPage };

function page(path: string, handle: RouteHandle, route: RouteObject): RouteObject {
	return { ...route, index: false, path, id: path, handle };
}

export const routes: RouteObject[] = [
	{
		path: "/",
		id: "frame",
		loader: loadSite,
		shouldRevalidate: takeSiteChange,
		Component: Layout,
		// Renders nothing until the first page is loaded, if the server has not rendered it.
		HydrateFallback: () => null,
		ErrorBoundary: BareErrorPage,
		children: [
			{
				id: "boundary",
				ErrorBoundary: ErrorPage,
				children: [
					{ index: true, id: "start", handle: { redirect: "/zh" }, loader: () => redirect("/zh") },
					page("zh", handles.landing, landing),
					page("en", handles.landing, landing),
					page("zh/news/*", handles.news, landing),
					page("en/news/*", handles.news, landing),
					page("docs/*", handles.docs, docs),
					page("zh/docs/*", handles.docs, docs),
					page("en/docs/*", handles.docs, docs),
					page("localization", handles.localization, localization),
					page("admin", handles.admin, admin),
					page("admin/account", handles.admin, admin),
					page("admin/users", handles.admin, admin),
					page("admin/redirects", handles.admin, admin),
					page("admin/config", handles.admin, admin),
					page("admin/webhooks", handles.admin, admin),
					page("admin/model", handles.admin, admin),
					page("admin/transfer", handles.admin, admin),
					page("admin/backup", handles.admin, admin),
					page("admin/site", handles.admin, admin),
					page("admin/messages", handles.admin, admin),
					page("admin/log", handles.admin, admin),
					page("admin/media", handles.admin, admin),
					page("admin/landing", handles.written, written),
					page("admin/assistant/*", handles.admin, admin),
					page("admin/pages/*", handles.admin, admin),
					page("admin/preview", handles.preview, preview),
					page("datastat", handles.datastat, datastat),
					page("assistant", handles.assistant, assistant),
					page("zh/assistant", handles.assistant, assistant),
					page("en/assistant", handles.assistant, assistant),
					page("zh/assistant/embed", handles.embed, embed),
					page("en/assistant/embed", handles.embed, embed),
					page("404", handles.notFound, notFound),
					page("*", handles.notFound, notFound),
				],
			},
		],
	},
];
