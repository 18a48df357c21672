// Pages of the admin area: their list, their permissions, and their loaders.
import type { ReactElement } from "react";
import { may } from "@/admin/roles";
import type { text } from "@/admin/text";
import type { Permission, User } from "@/shared/http/types";

export interface RouteArgs {
	user: User;
	/** The token of the login that this user was asked for with. */
	login: string | undefined;
	/** The rest of the path after the part: the id of an item, or nothing. */
	below: string;
	query: Record<string, string>;
	signal: AbortSignal | undefined;
}

export interface View {
	(): ReactElement;
	/** Of the page, where it is not the name of the part. */
	title?: string;
	/** How much of the window it takes; a column of text unless said. */
	width?: "wide" | "full";
}

/** Loads what a part shows, and returns a function to show it. */
export type Open = (asked: RouteArgs) => Promise<View>;

export interface AdminRoute {
	path: string;
	name: Parameters<typeof text>[1];
	/** What a user must be allowed to do; undefined where everybody may look. */
	act?: Permission;
	/** Whether each of its things has a page of its own. */
	hasBelow?: boolean;
	/** Each part is a chunk of its own. */
	load: () => Promise<{ open: Open }>;
}

// What is read first, then the site itself, then its people, and one's own account last.
export const adminRoutes: [AdminRoute, ...AdminRoute[]] = [
	{ path: "/admin", name: "partOverview", load: () => import("@/admin/Overview") },
	{
		path: "/admin/pages",
		name: "partPages",
		act: "pages-read",
		hasBelow: true,
		// The server knows no visitor and opens nothing; its engines do without the editor.
		load: () => (import.meta.env.SSR ? Promise.reject(new Error("not on the server")) : import("@/admin/pages/open")),
	},
	{ path: "/admin/media", name: "partMedia", act: "pages-read", load: () => import("@/admin/media/Media") },
	{
		path: "/admin/redirects",
		name: "partRedirects",
		act: "pages-edit",
		load: () => import("@/admin/redirects/Redirects"),
	},
	{
		path: "/admin/assistant",
		name: "partAssistant",
		act: "feedback",
		hasBelow: true,
		load: () => import("@/admin/assistant/Assistant"),
	},
	{
		path: "/admin/transfer",
		name: "partTransfer",
		act: "import",
		load: () => import("@/admin/transfer/Transfer"),
	},
	{ path: "/admin/config", name: "partConfig", act: "config", load: () => import("@/admin/config/Config") },
	{ path: "/admin/site", name: "partSite", act: "config", load: () => import("@/admin/site/Site") },
	{ path: "/admin/messages", name: "partMessages", act: "config", load: () => import("@/admin/ui-text/Messages") },
	{ path: "/admin/model", name: "partModel", act: "assistant-model", load: () => import("@/admin/model/Model") },
	{
		path: "/admin/webhooks",
		name: "partWebhooks",
		act: "webhooks",
		load: () => import("@/admin/webhooks/Webhooks"),
	},
	{ path: "/admin/backup", name: "partBackup", act: "backup", load: () => import("@/admin/backup/Backup") },
	{ path: "/admin/people", name: "partPeople", act: "people", load: () => import("@/admin/people/People") },
	{ path: "/admin/log", name: "partLog", act: "log", load: () => import("@/admin/log/Log") },
	{ path: "/admin/account", name: "partAccount", load: () => import("@/admin/account/Account") },
];

export function adminRouteAt(path: string): AdminRoute {
	const place = path.replace(/\/+$/, "");
	const isAt = (part: AdminRoute) => part.path === place || (part.hasBelow && place.startsWith(`${part.path}/`));
	return adminRoutes.find(isAt) ?? adminRoutes[0];
}

/** What an address says behind the path of its part. */
export function subPath(part: AdminRoute, path: string): string {
	return path.slice(part.path.length).replace(/^\/+|\/+$/g, "");
}

export function isFor(user: User, { act }: AdminRoute): boolean {
	return act === undefined || may(user, act);
}
