// What a page says about itself in the document head. Areas describe it; `app` writes it.
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
	hidden?: boolean;
}
