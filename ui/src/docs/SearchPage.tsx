import { useEffect } from "react";
import { Form } from "react-router-dom";
import { resultsSize } from "@/docs/api";
import { FoundArea } from "@/docs/FoundArea";
import { FoundLanguage } from "@/docs/FoundLanguage";
import { Highlight, Snippet } from "@/docs/Highlight";
import { byPage, type PageOfHits } from "@/docs/results";
import styles from "@/docs/SearchPage.module.css";
import { text } from "@/docs/text";
import { searchOf } from "@/shared/address";
import type { Hit } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import type { VersionRead } from "@/shared/load";
import { reportSearch } from "@/shared/report";
import { Link } from "@/shared/ui/Link";
import { docsHome } from "@/shared/version";

interface Props {
	words: string;
	/** URL of the page to which the search is limited. */
	within: string | undefined;
	/** Page number of the results, from 1. */
	at: number;
	total: number;
	hits: Hit[];
	version?: VersionRead | undefined;
}

export function SearchPage({ words, within, at, total, hits, version }: Props) {
	const locale = useLocale();
	const home = docsHome(locale, version);
	const pageUrl = (page: number) => home + searchOf({ q: words, within, page: page > 1 ? page : undefined });
	useEffect(() => {
		// A search within a page and a further page of results are not reported, because the preceding search was reported.
		if (within === undefined && at === 1) reportSearch(locale, words.trim(), total);
	}, [locale, words, within, at, total]);
	return (
		<div className={styles.search}>
			<h1>{words === "" ? text(locale, "search") : text(locale, "searchFor", { words })}</h1>
			<Form role="search" action={home} className={styles.form} viewTransition>
				<input
					key={words}
					type="search"
					name="q"
					defaultValue={words}
					required
					maxLength={500}
					autoComplete="off"
					aria-label={text(locale, "searchWords")}
				/>
				<button type="submit" data-kind="primary">
					{text(locale, "search")}
				</button>
			</Form>
			{version && (
				<p>
					{withTrailingSpace(text(locale, "searchesVersion", { version: version.label }))}
					<Link to={docsHome(locale, undefined) + searchOf({ q: words })}>{text(locale, "searchCurrent")}</Link>
				</p>
			)}
			{within !== undefined && (
				<p>
					{withTrailingSpace(text(locale, "searchesPage"))}
					<Link to={home + searchOf({ q: words })}>{text(locale, "searchAllPages")}</Link>
				</p>
			)}
			{words === "" && <p>{text(locale, "searchHelp")}</p>}
			{words !== "" && <p role="status">{text(locale, "results", { count: number(total) })}</p>}
			{words !== "" && total === 0 && <NothingFound home={home} />}
			<ol className={styles.pages}>
				{byPage(hits, within === undefined ? undefined : hits.length).map((page) => (
					<PageResults
						key={page.url}
						page={within === undefined ? page : { ...page, more: 0 }}
						more={home + searchOf({ q: words, within: page.url })}
					/>
				))}
			</ol>
			{(at > 1 || total > resultsSize) && (
				<nav className={styles.further} aria-label={text(locale, "resultPages")}>
					{at > 1 && (
						<Link to={pageUrl(Math.min(at - 1, pageCount(total)))} rel="prev">
							{text(locale, "previous")}
						</Link>
					)}
					{at < pageCount(total) && (
						<Link to={pageUrl(at + 1)} rel="next">
							{text(locale, "next")}
						</Link>
					)}
				</nav>
			)}
		</div>
	);
}

function pageCount(total: number): number {
	return Math.max(1, Math.ceil(total / resultsSize));
}

/** Results of a page; `more` links to all of them. */
function PageResults({ page, more }: { page: PageOfHits; more: string }) {
	const locale = useLocale();
	const foreign = page.locale === locale ? undefined : page.locale;
	return (
		<li>
			<h2>
				<Link to={page.url} lang={foreign}>
					<Highlight hit={page.hits[0]}>{page.title}</Highlight>
				</Link>
				{page.hits[0] && <FoundArea hit={page.hits[0]} />}
				{page.hits[0] && <FoundLanguage hit={page.hits[0]} />}
			</h2>
			<ul lang={foreign}>
				{page.hits.map((hit) => (
					<li key={hit.url}>
						{hit.heading !== "" && hit.heading !== page.title && (
							<Link to={hit.url}>
								<Highlight hit={hit}>{hit.heading}</Highlight>
							</Link>
						)}
						<p>
							<Snippet hit={hit} />
						</p>
					</li>
				))}
			</ul>
			{page.more > 0 && (
				<p>
					<Link to={more}>{text(locale, "moreOnPage", { count: number(page.more) })}</Link>
				</p>
			)}
		</li>
	);
}

function NothingFound({ home }: { home: string }) {
	const locale = useLocale();
	return (
		<div className={styles.nothing}>
			<p>{text(locale, "nothing")}</p>
			<ul>
				<li>{text(locale, "nothingFewer")}</li>
				<li>{text(locale, "nothingLanguage")}</li>
				<li>
					<Link to={home}>{text(locale, "nothingBrowse")}</Link>
				</li>
			</ul>
		</div>
	);
}
