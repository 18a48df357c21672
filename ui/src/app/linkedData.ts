// Structured data for search engines and link previews: JSON-LD (schema.org) and Open Graph. Only the server renders
// it, because browsers do not use it.
import { htmlOf, type Tag } from "@/app/head";
import { publicPath, routePath } from "@/shared/address";
import type { Head } from "@/shared/head";
import { iso } from "@/shared/i18n/format";
import { type Locale, withLocale } from "@/shared/i18n/locale";

interface Page {
	site: string;
	locale: Locale;
	origin: string;
}

/** Open Graph tags (ogp.me) for link previews. */
export function shareTags(head: Head, page: Page & { title: string }): string {
	const tags: Tag[] = [];
	const meta = (attributes: Record<string, string>) => tags.push({ name: "meta", attributes });
	const whole = (path: string) => page.origin + publicPath(routePath(path));
	const alternates = head.alternates ?? [];
	if (head.hidden) return "";

	meta({ property: "og:title", content: head.title || page.site });
	meta({ property: "og:site_name", content: page.site });
	meta({ property: "og:type", content: head.kind ?? "website" });
	meta({ property: "og:locale", content: page.locale.replace("-", "_") });
	if (head.description) meta({ property: "og:description", content: head.description });
	for (const { locale } of alternates.filter(({ locale }) => locale !== page.locale))
		meta({ property: "og:locale:alternate", content: locale.replace("-", "_") });
	if (head.published) meta({ property: "article:published_time", content: iso(head.published) });
	if (head.modified) meta({ property: "article:modified_time", content: iso(head.modified) });
	if (head.canonical) {
		meta({ property: "og:url", content: whole(head.canonical) });
		meta({ property: "og:image", content: page.origin + socialImageOf(head.canonical) });
		meta({ property: "og:image:width", content: "1200" });
		meta({ property: "og:image:height", content: "630" });
		meta({ property: "og:image:alt", content: page.title });
		meta({ name: "twitter:card", content: "summary_large_image" });
	}
	return htmlOf(tags);
}

/** URL of the image for link previews, which the server generates. */
export function socialImageOf(url: string): string {
	const [path = ""] = routePath(url).split(/[?#]/, 1);
	return `${publicPath("/share")}${path.replace(/\/$/, "")}.png`;
}

/** JSON-LD in a `<script>` element; empty for hidden pages and pages without a canonical URL. */
export function linkedData(head: Head, page: Page): string {
	if (head.hidden || !head.canonical) return "";
	const graph = [...about(head, page), ...crumbs(head, page)];
	if (graph.length === 0) return "";
	const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
	// Escaped, so that no text can close the `<script>` element.
	return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

/** Link to the OpenSearch description, from which browsers can add the site as a search engine. */
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
			image: origin + socialImageOf(head.canonical),
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
