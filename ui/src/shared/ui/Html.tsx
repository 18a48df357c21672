import { memo } from "react";
import { trusted } from "@/shared/trustedTypes";

/**
 * Sanitized HTML from a field named `html` of the page's data. Hydration reads it from the server's HTML
 * (`app/pageData.ts`), because the data block omits it. A page must render its non-empty fields of this kind in the
 * order of its data, and must not render empty ones.
 */
export const Html = memo(function Html({ html, className, lang }: { html: string; className?: string; lang?: string }) {
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: only used here; the server sanitizes the HTML.
		<div className={className} lang={lang} data-page-html="" dangerouslySetInnerHTML={{ __html: trusted(html) }} />
	);
});
