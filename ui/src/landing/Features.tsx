import styles from "@/landing/Features.module.css";
import { text } from "@/landing/text";
import type { Feature } from "@/landing/wire";
import { Link } from "@/shared/Link";
import { useLocale } from "@/shared/locale";

export function Features({ features }: { features: Feature[] }) {
	const locale = useLocale();
	if (features.length === 0) return null;
	return (
		<section className={styles.features} aria-label={text(locale, "features")}>
			{features.map(({ title, details, url }) => (
				<article key={title}>
					<h2>{url ? <Link to={url}>{title}</Link> : title}</h2>
					<p>{details}</p>
				</article>
			))}
		</section>
	);
}
