// Tags of a page's document head. The server renders the tags as text, and the browser replaces them on navigation.
import { publicPath, routePath } from "@/shared/address";
import type { Head } from "@/shared/head";
import { type Locale, withLocale } from "@/shared/i18n/locale";

export interface Tag {
	name: "title" | "meta" | "link";
	attributes: Record<string, string>;
	text?: string;
}

/** Selector for the head tags that differ between pages, from `tagsOf` and `linkedData.ts`. */
export const headTagSelector =
	'title, meta[name="description"], meta[name="robots"], meta[name="twitter:card"], meta[property^="og:"], meta[property^="article:"], link[rel="canonical"], link[rel="alternate"][hreflang], link[rel="alternate"][type], link[rel="describedby"], script[type="application/ld+json"]';

export function tagsOf(head: Head, page: { title: string; site: string; locale: Locale; origin: string }): Tag[] {
	const whole = (path: string) => page.origin + publicPath(routePath(path));
	const tags: Tag[] = [{ name: "title", attributes: {}, text: page.title }];
	const meta = (attributes: Record<string, string>) => tags.push({ name: "meta", attributes });
	const link = (attributes: Record<string, string>) => tags.push({ name: "link", attributes });

	if (head.description) meta({ name: "description", content: head.description });
	if (head.hidden) meta({ name: "robots", content: "noindex" });
	if (head.canonical) link({ rel: "canonical", href: whole(head.canonical) });
	const alternates = head.alternates ?? [];
	for (const { locale, url } of alternates) link({ rel: "alternate", hreflang: locale, href: whole(url) });
	// `x-default`: search engines send visitors with another language to the English page.
	const english = alternates.find(({ locale }) => locale === "en-US");
	if (english && alternates.length > 1) link({ rel: "alternate", hreflang: "x-default", href: whole(english.url) });
	const feeds = head.feeds ?? [];
	for (const { type, title, url } of feeds) link({ rel: "alternate", type, title, href: whole(url) });
	// Through this link, tools for language models find llms.txt, which lists the pages that have Markdown.
	if (feeds.some(({ type }) => type === "text/markdown"))
		link({ rel: "describedby", type: "text/plain", href: whole(withLocale("/llms.txt", page.locale)) });
	return tags;
}

export function htmlOf(tags: Tag[]): string {
	return tags.map(htmlOfTag).join("");
}

function htmlOfTag({ name, attributes, text }: Tag): string {
	const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
	return `<${name}${pairs.join("")}>${text === undefined ? "" : `${escaped(text)}</${name}>`}`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
