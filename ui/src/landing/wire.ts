import type { Locale } from "@pailou/core";

export interface Action {
	text: string;
	url: string;
	primary: boolean;
}

export interface Feature {
	title: string;
	details: string;
	url: string | null;
}

export interface RecentPage {
	title: string;
	url: string;
	updated_at: number;
}

/** The front page in the other language. */
export interface LandingCounterpart {
	locale: Locale;
	url: string;
	/** `missing` when this language's front page stands in for it. */
	state: "current" | "missing";
}

export interface Landing {
	/** Of the text; differs from the one asked for when there is only the other. */
	locale: Locale;
	name: string;
	tagline: string;
	text: string;
	description: string;
	actions: Action[];
	features: Feature[];
	html: string;
	recent: RecentPage[];
	counterpart: LandingCounterpart;
}
