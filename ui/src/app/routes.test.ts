import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import { adminRoutes } from "@/admin/adminRoutes";
import { isRedirect, routeValue } from "@/app/handle";
import { patterns } from "@/app/patterns";
import { routes } from "@/app/routes";

function areaAt(path: string): string | undefined {
	const matches = matchRoutes(routes, path) ?? [];
	const handles = matches.map(({ route }) => ({ handle: route.handle }));
	const leaf = handles.at(-1)?.handle;
	return isRedirect(leaf) ? `redirect ${leaf.redirect}` : routeValue(handles, "area");
}

test.each([
	["/", "redirect /zh"],
	["/zh", "landing"],
	["/en", "landing"],
	["/docs", "docs"],
	["/zh/docs", "docs"],
	["/en/docs", "docs"],
	["/zh/docs/guide/start", "docs"],
	["/docs/guide/start", "docs"],
	["/localization", "localization"],
	["/admin", "admin"],
	["/admin/account", "admin"],
	["/admin/users", "admin"],
	["/admin/log", "admin"],
	["/admin/media", "admin"],
	["/admin/pages", "admin"],
	["/admin/pages/01J", "admin"],
	["/admin/landing", "landing"],
	["/admin/preview", "admin"],
	["/admin/elsewhere", "notFound"],
	["/zh/admin", "notFound"],
	["/datastat", "datastat"],
	["/assistant", "assistant"],
	["/zh/assistant", "assistant"],
	["/en/assistant", "assistant"],
	["/zh/assistant/embed", "assistant"],
	["/en/assistant/embed", "assistant"],
	["/assistant/embed", "notFound"],
	["/404", "notFound"],
	["/zh/nothing", "notFound"],
	["/fr", "notFound"],
	["/zh/localization", "notFound"],
	["/a/b/c", "notFound"],
])("area of the path %s is %s", (path, area) => {
	expect(areaAt(path)).toBe(area);
});

test.each(adminRoutes.map(({ path }) => path))("route of the admin page %s exists", (path) => {
	expect(areaAt(path)).toBe("admin");
});

// Reads the static properties of routes without loading their code.
test("only the admin area requires a login", () => {
	const needing = [
		"/zh",
		"/docs",
		"/localization",
		"/admin",
		"/admin/log",
		"/admin/landing",
		"/admin/pages/1",
		"/admin/preview",
		"/datastat",
		"/assistant",
	].filter((path) => {
		const handles = (matchRoutes(routes, path) ?? []).map(({ route }) => ({ handle: route.handle }));
		return routeValue(handles, "needsLogin");
	});
	expect(needing).toEqual(["/admin", "/admin/log", "/admin/landing", "/admin/pages/1"]);
});

test("route patterns for the server contain all routes", () => {
	expect(patterns).toEqual([
		"",
		"zh",
		"en",
		"zh/news/*?page",
		"en/news/*?page",
		"docs/*?q,within,page,view=parallel",
		"zh/docs/*?q,within,page,view=parallel",
		"en/docs/*?q,within,page,view=parallel",
		"localization?view,locale,area,key,state,sort,q,page",
		"admin",
		"admin/account",
		"admin/users",
		"admin/redirects",
		"admin/config",
		"admin/webhooks",
		"admin/model",
		"admin/transfer",
		"admin/backup",
		"admin/site",
		"admin/messages",
		"admin/log",
		"admin/media",
		"admin/landing",
		"admin/assistant/*",
		"admin/pages/*",
		"admin/preview",
		"datastat",
		"assistant?q,share",
		"zh/assistant?q,share",
		"en/assistant?q,share",
		"zh/assistant/embed",
		"en/assistant/embed",
		"404",
		"*",
	]);
});
