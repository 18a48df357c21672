import { newsEntry, newsPage, pageSize } from "@/landing/api";
import { feedsOf } from "@/landing/feeds";
import styles from "@/landing/News.module.css";
import { Entries } from "@/landing/NewsList";
import { text } from "@/landing/text";
import { pageNumber } from "@/shared/address";
import type { NewsPage as Entry, ListedNews } from "@/shared/http/types";
import { type Locale, languageName, urlsInBothLanguages, useLocale, withLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { Html } from "@/shared/ui/Html";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";

/** Loads a news entry, or the list of entries if `path` is empty. */
export async function loadNews(args: LoadArgs, path: string) {
	const { locale, query } = addressAndLocaleOf(args);
	const { signal } = args.request;
	if (path !== "") return entryData(await newsEntry(locale, path, signal), locale);
	const at = pageNumber(query.page);
	const { data, total } = await newsPage(locale, at, signal);
	const home = withLocale("/news", locale);
	const alternates = urlsInBothLanguages("/news", locale);
	const head = {
		title: text(locale, "news"),
		canonical: at > 1 ? `${home}?page=${at}` : home,
		feeds: feedsOf(locale),
		...(at === 1 && { alternates }),
	};
	return { head, landing: undefined, entry: undefined, list: { at, total: total ?? data.length, entries: data } };
}

function entryData(entry: Entry, locale: Locale) {
	const { title, description, url, counterpart, at, updated_at } = entry;
	const own = { locale: entry.locale, url };
	const alternates = counterpart ? [own, { locale: counterpart.locale, url: counterpart.url }] : [own];
	const head = {
		title,
		description,
		canonical: url,
		alternates,
		kind: "article" as const,
		language: entry.locale,
		published: at,
		modified: updated_at,
		feeds: [{ type: "text/markdown", title: "Markdown", url: `${url}.md` }, ...feedsOf(locale)],
	};
	return {
		head,
		counterpart: entry.locale === locale ? counterpart : undefined,
		landing: undefined,
		entry,
		list: undefined,
	};
}

export function NewsEntry({ entry }: { entry: Entry }) {
	const locale = useLocale();
	const foreign = entry.locale === locale ? undefined : entry.locale;
	return (
		<article className={styles.news}>
			<p>
				<Link to={withLocale("/news", locale)}>{text(locale, "news")}</Link>
			</p>
			<h1 lang={foreign}>{entry.title}</h1>
			<p className={styles.date}>
				<Time at={entry.at} />
			</p>
			{foreign && <p role="note">{text(locale, "newsForeign", { language: languageName(foreign, locale) })}</p>}
			{entry.html !== "" && <Html html={entry.html} className="prose" lang={entry.locale} />}
			{(entry.newer || entry.older) && (
				<nav className={styles.beside} aria-label={text(locale, "newsBeside")}>
					{entry.newer && <AdjacentEntry entry={entry.newer} label={text(locale, "newer")} />}
					{entry.older && <AdjacentEntry entry={entry.older} label={text(locale, "older")} />}
				</nav>
			)}
		</article>
	);
}

function AdjacentEntry({ entry, label }: { entry: ListedNews; label: string }) {
	const locale = useLocale();
	return (
		<p>
			<span>{label}</span>{" "}
			<Link to={entry.url} lang={entry.locale === locale ? undefined : entry.locale}>
				{entry.title}
			</Link>
		</p>
	);
}

export function AllNews({ at, total, entries }: { at: number; total: number; entries: ListedNews[] }) {
	const locale = useLocale();
	const last = Math.max(1, Math.ceil(total / pageSize));
	const page = (number: number) => `${withLocale("/news", locale)}${number > 1 ? `?page=${number}` : ""}`;
	return (
		<div className={styles.news}>
			<h1>{text(locale, "news")}</h1>
			{entries.length === 0 ? <p>{text(locale, "newsEmpty")}</p> : <Entries entries={entries} level="h2" />}
			{last > 1 && (
				<nav className={styles.pages} aria-label={text(locale, "newsPages")}>
					{at > 1 && (
						<Link to={page(at - 1)}>
							<Icon name="back" /> {text(locale, "newer")}
						</Link>
					)}
					<span>{text(locale, "newsAt", { at, last })}</span>
					{at < last && (
						<Link to={page(at + 1)}>
							{text(locale, "older")} <Icon name="forward" />
						</Link>
					)}
				</nav>
			)}
			<p className={styles.feeds}>
				{feedsOf(locale).map(({ type, url }) => (
					<a key={type} href={url} type={type}>
						{type.includes("json") ? "JSON Feed" : "Atom"}
					</a>
				))}
			</p>
		</div>
	);
}
