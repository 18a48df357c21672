// What a page is, for search engines: JSON-LD (schema.org). The server writes it once; the browser has no use for it.
import { htmlOf, pictureOf } from "@/app/head";
import { publicPath, routePath } from "@/shared/address";
import { iso } from "@/shared/format";
import type { Head } from "@/shared/head";
import { type Locale, withLocale } from "@/shared/locale";

interface Page {
	site: string;
	locale: Locale;
	origin: string;
}

/** A `<script>` that runs nothing, or the empty string for a page that says nothing of itself. */
export function linkedData(head: Head, page: Page): string {
	if (head.hidden || !head.canonical) return "";
	const graph = [...about(head, page), ...crumbs(head, page)];
	if (graph.length === 0) return "";
	const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
	// No text of an author ends the element.
	return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

/** How browsers learn to search the site. */
export function searchLink({ site, locale }: Page): string {
	const href = publicPath(`${withLocale("/opensearch", locale)}.xml`);
	return htmlOf([
		{
			name: "link",
			attributes: { rel: "search", type: "application/opensearchdescription+xml", title: site, href },
		},
	]);
}

function about(head: Head, page: Page): object[] {
	const { origin, site, locale } = page;
	const whole = (path: string) => origin + publicPath(routePath(path));
	const home = { "@type": "WebSite", name: site, url: whole(withLocale("/", locale)), inLanguage: locale };
	if (head.isSite) {
		const search = `${whole(withLocale("/docs", locale))}?q={search_term_string}`;
		const action = {
			"@type": "SearchAction",
			target: { "@type": "EntryPoint", urlTemplate: search },
			"query-input": "required name=search_term_string",
		};
		return [{ ...home, ...(head.description && { description: head.description }), potentialAction: action }];
	}
	if (head.kind !== "article" || !head.canonical) return [];
	const url = whole(head.canonical);
	return [
		{
			"@type": head.published ? "NewsArticle" : "TechArticle",
			headline: head.title,
			...(head.description && { description: head.description }),
			url,
			mainEntityOfPage: url,
			image: origin + pictureOf(head.canonical),
			inLanguage: head.language ?? locale,
			...(head.published && { datePublished: iso(head.published) }),
			...(head.modified && { dateModified: iso(head.modified) }),
			...(head.authors?.length && { author: head.authors.map((name) => ({ "@type": "Person", name })) }),
			publisher: { "@type": "Organization", name: site },
			isPartOf: home,
		},
	];
}

function crumbs(head: Head, { origin }: Page): object[] {
	const above = head.crumbs ?? [];
	if (above.length === 0 || !head.canonical) return [];
	const all = [...above, { title: head.title, url: head.canonical }];
	const item = ({ title, url }: { title: string; url: string }, at: number) => ({
		"@type": "ListItem",
		position: at + 1,
		name: title,
		item: origin + publicPath(routePath(url)),
	});
	return [{ "@type": "BreadcrumbList", itemListElement: all.map(item) }];
}
