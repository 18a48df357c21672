import styles from "@/landing/Recent.module.css";
import { text } from "@/landing/text";
import type { RecentPage } from "@/landing/wire";
import { Link } from "@/shared/Link";
import { useLocale, withLocale } from "@/shared/locale";
import { Time } from "@/shared/Time";

export function Recent({ pages }: { pages: RecentPage[] }) {
	const locale = useLocale();
	if (pages.length === 0) return null;
	return (
		<section className={styles.recent} aria-labelledby="recent">
			<h2 id="recent">{text(locale, "recent")}</h2>
			<ul>
				{pages.map(({ title, url, updated_at }) => (
					<li key={url}>
						<Link to={url}>{title}</Link>
						<Time at={updated_at} />
					</li>
				))}
			</ul>
			<p>
				<Link to={withLocale("/docs", locale)}>{text(locale, "allDocs")}</Link>
			</p>
		</section>
	);
}
