import styles from "@/app/Footer.module.css";
import { Shortcuts } from "@/app/Shortcuts";
import { siteName } from "@/app/site";
import { text } from "@/app/text";
import { useLinks } from "@/app/useLinks";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import { useSite } from "@/shared/useSite";

export function Footer() {
	const locale = useLocale();
	const site = useSite();
	const links = useLinks("footer");
	return (
		<footer className={styles.footer}>
			<div className={styles.inner}>
				<p className={styles.name}>{siteName(site, locale)}</p>
				<nav aria-label={text(locale, "footer")} className={styles.links}>
					{links.map(({ to, label }) => (
						<Link key={to + label} to={to}>
							{label}
						</Link>
					))}
					<Shortcuts />
				</nav>
				{site && <p className={styles.version}>{text(locale, "version", { version: site.version })}</p>}
			</div>
		</footer>
	);
}
