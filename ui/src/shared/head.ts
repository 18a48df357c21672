// Type of a page's document head. Areas provide it; `app` renders it.
import type { Locale } from "@pailou/core";

export interface Head {
	/** Title without the site title. If empty, the document title is the site title. */
	title: string;
	description?: string;
	/** Public path of the canonical URL. */
	canonical?: string;
	/** URL of the page in each language in which the page exists. */
	alternates?: { locale: Locale; url: string }[];
	kind?: "website" | "article";
	/** Language of the text; if undefined, the language of the URL. */
	language?: Locale;
	/** Whether to describe the site and its search in JSON-LD (front page). */
	isSite?: boolean;
	/** Times in milliseconds since 1970-01-01 UTC. News entries have both, documentation pages only `modified`. */
	published?: number;
	modified?: number;
	authors?: string[];
	/** Breadcrumbs: parent pages, outermost first, with public paths. */
	crumbs?: { title: string; url: string }[];
	/** Feeds, and other formats of the page. */
	feeds?: { type: string; title: string; url: string }[];
	hidden?: boolean;
}
