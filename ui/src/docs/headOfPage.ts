import { findVersion } from "@/docs/VersionSwitch";
import { routePath } from "@/shared/address";
import type { Head } from "@/shared/head";
import type { Page } from "@/shared/http/types";
import { withLocale } from "@/shared/i18n/locale";

type HeadFields = Pick<
	Page,
	"url" | "requested_locale" | "locale" | "title" | "description" | "counterpart" | "version" | "versions"
> &
	Partial<Pick<Page, "updated_at" | "authors" | "breadcrumbs">>;

/** Returns the head of a page. A fallback has the canonical URL of its own language, and no alternates. */
export function headOfPage(page: HeadFields): Head {
	const { url, requested_locale, locale, title, description, counterpart } = page;
	const kind = "article" as const;
	const { canonical, hidden } = indexingOf(page);
	const meta = { title: titled(page, title), description, kind, canonical, language: locale };
	const feeds = [{ type: "text/markdown", title: "Markdown", url: `${url}.md` }];
	const own: Head = { ...meta, ...historyOf(page), feeds, ...(hidden && { hidden }) };
	if (requested_locale !== locale) return { ...own, canonical: withLocale(routePath(canonical), locale) };
	const alternates = [{ locale, url }];
	if (counterpart && counterpart.state !== "not_translated")
		alternates.push({ locale: counterpart.locale, url: counterpart.url });
	return { ...own, alternates };
}

function historyOf({ updated_at, authors, breadcrumbs = [] }: HeadFields): Partial<Head> {
	const crumbs = breadcrumbs.flatMap(({ title, url }) => (url === null ? [] : [{ title, url }]));
	return {
		...(updated_at && { modified: updated_at }),
		...(authors?.length && { authors }),
		...(crumbs.length && { crumbs }),
	};
}

/**
 * Returns the canonical URL (that of the current version, if it has the page) and whether the page is hidden from
 * search engines. A page that only an old version has is indexed while that version is maintained. `noindex` is never
 * combined with a canonical URL of another page, because they contradict each other.
 */
function indexingOf({ url, version, versions }: HeadFields): { canonical: string; hidden: boolean } {
	const current = findVersion(versions, null);
	if (version === null || !current) return { canonical: url, hidden: false };
	if (current.has_page) return { canonical: current.url, hidden: false };
	return { canonical: url, hidden: findVersion(versions, version)?.state !== "maintained" };
}

function titled({ version, versions }: HeadFields, title: string): string {
	const read = version === null ? undefined : findVersion(versions, version);
	return read ? `${title} (${read.label})` : title;
}
