import styles from "@/docs/ArticleEnd.module.css";
import { Feedback } from "@/docs/Feedback";
import { text } from "@/docs/text";
import type { Page } from "@/shared/http/types";
import { stateText } from "@/shared/i18n/common";
import { languageNames, otherLocale, useLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";

/** End of an article: metadata of the page, and links to the previous and the next page. */
export function ArticleEnd({ page }: { page: Page }) {
	const locale = useLocale();
	const { previous, next } = page;
	const state = page.requested_locale === page.locale ? page.counterpart?.state : undefined;
	return (
		<footer className={styles.end}>
			<dl className={styles.facts}>
				{page.version === null && (
					<div>
						<dt>{text(locale, "changed")}</dt>
						<dd>
							<Time at={page.updated_at} />
						</dd>
					</div>
				)}
				{page.authors.length > 0 && (
					<div>
						<dt>{text(locale, "authors")}</dt>
						<dd>{page.authors.join(locale === "zh-CN" ? "、" : ", ")}</dd>
					</div>
				)}
				{page.commit && (
					<div>
						<dt>{text(locale, "commit")}</dt>
						<dd>
							{page.commit.url ? (
								<a href={page.commit.url}>{page.commit.id.slice(0, 7)}</a>
							) : (
								page.commit.id.slice(0, 7)
							)}
						</dd>
					</div>
				)}
				<div>
					<dt>{text(locale, "reading")}</dt>
					<dd>{text(locale, "minutes", { count: Math.max(1, page.reading_minutes) })}</dd>
				</div>
				<div>
					<dt lang={otherLocale(page.locale)}>{languageNames[otherLocale(page.locale)]}</dt>
					<dd>{stateText(locale, state ?? "not_translated")}</dd>
				</div>
			</dl>
			{page.version === null && <Feedback key={page.url} page={page} />}
			{page.edit_url && (
				<a className={styles.edit} href={page.edit_url}>
					{text(locale, "edit")}
				</a>
			)}
			{(previous || next) && (
				<nav aria-label={text(locale, "readOn")} className={styles.neighbours}>
					{previous?.url && (
						<AdjacentPage url={previous.url} title={previous.title} way="previous" label={text(locale, "previous")} />
					)}
					{next?.url && <AdjacentPage url={next.url} title={next.title} way="next" label={text(locale, "next")} />}
				</nav>
			)}
		</footer>
	);
}

interface AdjacentPageProps {
	url: string;
	title: string;
	way: "previous" | "next";
	label: string;
}

function AdjacentPage({ url, title, way, label }: AdjacentPageProps) {
	return (
		<Link to={url} rel={way === "next" ? "next" : "prev"} data-kind={way}>
			<small>{label}</small>
			<span>{title}</span>
			<Icon name={way === "next" ? "forward" : "back"} />
		</Link>
	);
}
