// The pages of the administration: which there are, whom each is for, and how to open it.
import type { ReactElement } from "react";
import { may } from "@/admin/roles";
import type { text } from "@/admin/text";
import type { Act, User } from "@/shared/wire";

export interface Asked {
	user: User;
	query: Record<string, string>;
	signal: AbortSignal | undefined;
}

/** Loads what a part shows, and answers how to show it. */
export type Open = (asked: Asked) => Promise<() => ReactElement>;

export interface Part {
	path: string;
	name: Parameters<typeof text>[1];
	/** What a user must be allowed to do; undefined where everybody may look. */
	act?: Act;
	/** Each part is a chunk of its own. */
	load: () => Promise<{ open: Open }>;
}

export const parts: [Part, ...Part[]] = [
	{ path: "/admin", name: "partOverview", load: () => import("@/admin/Overview") },
	{ path: "/admin/account", name: "partAccount", load: () => import("@/admin/account/Account") },
	{ path: "/admin/people", name: "partPeople", act: "people", load: () => import("@/admin/people/People") },
	{ path: "/admin/log", name: "partLog", act: "log", load: () => import("@/admin/log/Log") },
];

export function partAt(path: string): Part {
	return parts.find((part) => part.path === path.replace(/\/+$/, "")) ?? parts[0];
}

export function isFor(user: User, { act }: Part): boolean {
	return act === undefined || may(user, act);
}
