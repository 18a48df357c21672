// Type of a page's document head. Areas describe it; `app` writes it.
import type { Locale } from "@pailou/core";

export interface Head {
	/** Without the site's name; the empty string stands for the site itself. */
	title: string;
	description?: string;
	/** Public path of the address that search engines should keep. */
	canonical?: string;
	/** The same page in each language it is really written in. */
	alternates?: { locale: Locale; url: string }[];
	kind?: "website" | "article";
	/** Of its text; that of the address where it is left out. */
	language?: Locale;
	/** The page is the site itself, which can be searched. */
	isSite?: boolean;
	/** In milliseconds since 1970-01-01 UTC. News have both, other pages the second. */
	published?: number;
	modified?: number;
	authors?: string[];
	/** The pages above it, the outermost first; public paths. */
	crumbs?: { title: string; url: string }[];
	/** Feeds, and the page in other forms. */
	feeds?: { type: string; title: string; url: string }[];
	hidden?: boolean;
}
