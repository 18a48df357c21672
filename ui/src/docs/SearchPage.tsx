import { Form } from "react-router-dom";
import { marked } from "@/docs/marked";
import { byPage, type PageOfHits } from "@/docs/results";
import styles from "@/docs/SearchPage.module.css";
import { text } from "@/docs/text";
import type { Hit } from "@/docs/wire";
import { number } from "@/shared/format";
import { Link } from "@/shared/Link";
import { languageNames, useLocale, withLocale } from "@/shared/locale";

export function SearchPage({ words, total, hits }: { words: string; total: number; hits: Hit[] }) {
	const locale = useLocale();
	return (
		<div className={styles.search}>
			<h1>{words === "" ? text(locale, "search") : text(locale, "searchFor", { words })}</h1>
			<Form role="search" action={withLocale("/docs", locale)} className={styles.form} viewTransition>
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
			{words === "" && <p>{text(locale, "searchHelp")}</p>}
			{words !== "" && <p role="status">{text(locale, "results", { count: number(total) })}</p>}
			{words !== "" && hits.length === 0 && <NothingFound />}
			<ol className={styles.pages}>
				{byPage(hits).map((page) => (
					<Found key={page.url} page={page} />
				))}
			</ol>
		</div>
	);
}

function Found({ page }: { page: PageOfHits }) {
	const locale = useLocale();
	const foreign = page.locale === locale ? undefined : page.locale;
	return (
		<li>
			<h2 lang={foreign}>
				<Link to={page.url}>
					<Marked hit={page.hits[0]}>{page.title}</Marked>
				</Link>
				{foreign && (
					<span className={styles.language} lang={foreign}>
						{languageNames[foreign]}
					</span>
				)}
			</h2>
			<ul lang={foreign}>
				{page.hits.map((hit) => (
					<li key={hit.url}>
						{hit.heading !== "" && hit.heading !== page.title && (
							<Link to={hit.url}>
								<Marked hit={hit}>{hit.heading}</Marked>
							</Link>
						)}
						<p>
							<Marked hit={hit}>{hit.snippet}</Marked>
						</p>
					</li>
				))}
			</ul>
		</li>
	);
}

function Marked({ hit, children }: { hit: Hit | undefined; children: string }) {
	const words = hit?.matched.map(([, found]) => found) ?? [];
	// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity than their order.
	return marked(children, words).map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text));
}

function NothingFound() {
	const locale = useLocale();
	return (
		<div className={styles.nothing}>
			<p>{text(locale, "nothing")}</p>
			<ul>
				<li>{text(locale, "nothingFewer")}</li>
				<li>{text(locale, "nothingLanguage")}</li>
				<li>
					<Link to={withLocale("/docs", locale)}>{text(locale, "nothingBrowse")}</Link>
				</li>
			</ul>
		</div>
	);
}
