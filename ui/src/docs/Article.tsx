import { useRef } from "react";
import styles from "@/docs/Article.module.css";
import { ArticleEnd } from "@/docs/ArticleEnd";
import { ArticleTools } from "@/docs/ArticleTools";
import type { PageWithNotices } from "@/docs/changes";
import { Notices } from "@/docs/Notices";
import { text } from "@/docs/text";
import { useArticleTools } from "@/docs/useArticleTools";
import { VersionNotice } from "@/docs/VersionNotice";
import { VersionSwitch } from "@/docs/VersionSwitch";
import type { OtherText, Page } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Html } from "@/shared/ui/Html";
import { Link } from "@/shared/ui/Link";

/** A page of the documentation. With `parallel`, its HTML contains both languages. */
export function Article({ page, parallel }: { page: PageWithNotices; parallel: OtherText | undefined }) {
	const locale = useLocale();
	const article = useRef<HTMLElement>(null);
	useArticleTools(article, page, locale);

	return (
		<article ref={article} className={styles.article} data-view={parallel ? "parallel" : "single"}>
			<VersionSwitch places={page.versions} version={page.version} />
			{page.breadcrumbs.length > 0 && <Breadcrumbs crumbs={page.breadcrumbs} name={text(locale, "breadcrumbs")} />}
			{!hasOwnTitle(page.html) && <h1 lang={page.locale}>{page.title}</h1>}
			{showsDescription(page) && (
				<p className={styles.lead} lang={page.locale}>
					{page.description}
				</p>
			)}
			<ArticleTools page={page} parallel={parallel} />
			<VersionNotice page={page} />
			<Notices page={page} />
			<Html html={page.html} className="prose" lang={page.locale} />
			<ArticleEnd page={page} />
		</article>
	);
}

function Breadcrumbs({ crumbs, name }: { crumbs: Page["breadcrumbs"]; name: string }) {
	return (
		<nav aria-label={name} className={styles.breadcrumbs}>
			<ol>
				{crumbs.map(({ title, url }) => (
					<li key={title}>{url === null ? title : <Link to={url}>{title}</Link>}</li>
				))}
			</ol>
		</nav>
	);
}

/**
 * Whether the description is displayed. It is hidden if the text contains its own title, or if the description only
 * repeats the beginning of the text.
 */
function showsDescription({ description, html }: Page): boolean {
	if (description === "" || hasOwnTitle(html)) return false;
	const words = (text: string) => text.replaceAll(/<[^>]*>|[\s.。…]+/g, "");
	return !words(html.slice(0, 2000)).startsWith(words(description));
}

/** Whether the text contains an `h1`, which replaces the page title. */
export function hasOwnTitle(html: string): boolean {
	return /<h1[\s>]/i.test(html);
}
