import { memo } from "react";
import { trusted } from "@/shared/trustedTypes";

/**
 * Sanitised HTML, a field named `html` of the page's data. It is in the server's HTML once: hydration reads it
 * from here (`app/pageData.ts`), not from the data block. A page shows such fields in the order of its data, and
 * none for empty text.
 */
export const Html = memo(function Html({ html, className, lang }: { html: string; className?: string; lang?: string }) {
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises; this is the one place.
		<div className={className} lang={lang} data-page-html="" dangerouslySetInnerHTML={{ __html: trusted(html) }} />
	);
});
