import styles from "@/landing/Blocks.module.css";
import { text } from "@/landing/text";
import type { ListedNews } from "@/shared/http/types";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { LanguageBadge } from "@/shared/ui/LanguageBadge";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";

/** The newest entries, with a link to all of them. */
export function NewsList({ entries }: { entries: ListedNews[] }) {
	const locale = useLocale();
	if (entries.length === 0) return <p lang={locale}>{text(locale, "newsEmpty")}</p>;
	return (
		<div lang={locale}>
			<Entries entries={entries} level="h3" />
			<p>
				<Link to={withLocale("/news", locale)}>{text(locale, "newsAll")}</Link>
			</p>
		</div>
	);
}

export function Entries({ entries, level: Heading }: { entries: ListedNews[]; level: "h2" | "h3" }) {
	const locale = useLocale();
	return (
		<ol className={styles.entriesOfNews}>
			{entries.map(({ url, title, description, locale: own, at }) => (
				<li key={url} lang={own === locale ? undefined : own}>
					<Time at={at} />
					<Heading>
						<Link to={url}>{title}</Link>
					</Heading>
					{own !== locale && <LanguageBadge language={own} />}
					{description !== "" && <p>{description}</p>}
				</li>
			))}
		</ol>
	);
}
