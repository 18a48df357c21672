// JSON shapes that more than one area reads. Times are milliseconds since 1970-01-01 UTC.
import type { Locale } from "@pailou/core";

export type TextState = "current" | "behind" | "missing" | "unreviewed" | "machine";

export interface Counterpart {
	locale: Locale;
	url: string;
	state: TextState;
}

export interface Site {
	title: Record<Locale, string>;
	locales: Locale[];
	version: string;
	edit_url: string | null;
}

export interface User {
	name: string;
	role: string;
}

export interface Session {
	token: string;
	expires_at: number;
	user: User;
}
