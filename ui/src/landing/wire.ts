// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";
import type { Counterpart } from "@/shared/wire";

export type Action = {
	text: string;
	url: string;
	primary: boolean;
};

export type Feature = {
	title: string;
	details: string;
	url: string | null;
};

/** A page of the documentation that changed lately. */
export type RecentPage = {
	title: string;
	url: string;
	updated_at: number;
};

export type Landing = {
	/** Language of the text: differs from the one asked for when there is only the other. */
	locale: Locale;
	name: string;
	tagline: string;
	text: string;
	description: string;
	actions: Array<Action>;
	features: Array<Feature>;
	/** Safe HTML. */
	html: string;
	recent: Array<RecentPage>;
	counterpart: Counterpart;
};
