// Pages of the admin area: paths, required permissions, and loaders.
import type { ReactElement } from "react";
import { may } from "@/admin/roles";
import type { text } from "@/admin/text";
import type { Permission, User } from "@/shared/http/types";

export interface RouteArgs {
	user: User;
	/** Token of the session in which the page was requested. */
	login: string | undefined;
	/** Part of the path after the route's path, such as the id of an item; empty for the route itself. */
	below: string;
	query: Record<string, string>;
	signal: AbortSignal | undefined;
}

export interface View {
	(): ReactElement;
	/** Title of the page, if it differs from the name of the route. */
	title?: string;
	/** Width of the page. By default it is the width of a text column. */
	width?: "wide" | "full";
}

/** Loads the data of a page and returns its view. */
export type Open = (args: RouteArgs) => Promise<View>;

export interface AdminRoute {
	path: string;
	name: Parameters<typeof text>[1];
	/** Permission required to open the page; undefined if all users may open it. */
	permission?: Permission;
	/** Whether each item of the page has its own URL. */
	hasBelow?: boolean;
	/** Loads the separate chunk of the route. */
	load: () => Promise<{ open: Open }>;
}

// Pages in the order of the navigation.
export const adminRoutes: [AdminRoute, ...AdminRoute[]] = [
	{ path: "/admin", name: "partOverview", load: () => import("@/admin/Overview") },
	{
		path: "/admin/pages",
		name: "partPages",
		permission: "pages-read",
		hasBelow: true,
		// The server has no session and renders no admin page; its bundle does not contain the editor.
		load: () => (import.meta.env.SSR ? Promise.reject(new Error("not on the server")) : import("@/admin/pages/open")),
	},
	{ path: "/admin/media", name: "partMedia", permission: "pages-read", load: () => import("@/admin/media/Media") },
	{
		path: "/admin/redirects",
		name: "partRedirects",
		permission: "pages-edit",
		load: () => import("@/admin/redirects/Redirects"),
	},
	{
		path: "/admin/assistant",
		name: "partAssistant",
		permission: "feedback",
		hasBelow: true,
		load: () => import("@/admin/assistant/Assistant"),
	},
	{
		path: "/admin/transfer",
		name: "partTransfer",
		permission: "import",
		load: () => import("@/admin/transfer/Transfer"),
	},
	{ path: "/admin/config", name: "partConfig", permission: "config", load: () => import("@/admin/config/Config") },
	{ path: "/admin/site", name: "partSite", permission: "config", load: () => import("@/admin/site/Site") },
	{
		path: "/admin/messages",
		name: "partMessages",
		permission: "config",
		load: () => import("@/admin/ui-text/Messages"),
	},
	{ path: "/admin/model", name: "partModel", permission: "assistant-model", load: () => import("@/admin/model/Model") },
	{
		path: "/admin/webhooks",
		name: "partWebhooks",
		permission: "webhooks",
		load: () => import("@/admin/webhooks/Webhooks"),
	},
	{ path: "/admin/backup", name: "partBackup", permission: "backup", load: () => import("@/admin/backup/Backup") },
	{ path: "/admin/users", name: "partUsers", permission: "people", load: () => import("@/admin/users/Users") },
	{ path: "/admin/log", name: "partLog", permission: "log", load: () => import("@/admin/log/Log") },
	{ path: "/admin/account", name: "partAccount", load: () => import("@/admin/account/Account") },
];

export function adminRouteAt(path: string): AdminRoute {
	const trimmed = path.replace(/\/+$/, "");
	const isAt = (part: AdminRoute) => part.path === trimmed || (part.hasBelow && trimmed.startsWith(`${part.path}/`));
	return adminRoutes.find(isAt) ?? adminRoutes[0];
}

/** Returns the rest of the path after the route's path, without slashes at its ends; empty for the route itself. */
export function subPath(part: AdminRoute, path: string): string {
	return path.slice(part.path.length).replace(/^\/+|\/+$/g, "");
}

export function isAllowed(user: User, { permission }: AdminRoute): boolean {
	return permission === undefined || may(user, permission);
}
