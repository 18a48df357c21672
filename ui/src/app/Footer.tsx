import styles from "@/app/Footer.module.css";
import { Shortcuts } from "@/app/Shortcuts";
import { siteName, useSite } from "@/app/site";
import { text } from "@/app/text";
import { Link } from "@/shared/Link";
import { useLocale, withLocale } from "@/shared/locale";

export function Footer() {
	const locale = useLocale();
	const site = useSite();
	return (
		<footer className={styles.footer}>
			<div className={styles.inner}>
				<p className={styles.name}>{siteName(site, locale)}</p>
				<nav aria-label={text(locale, "footer")} className={styles.links}>
					<Link to={withLocale("/docs", locale)}>{text(locale, "docs")}</Link>
					{site?.news && (
						<>
							<Link to={withLocale("/news", locale)}>{text(locale, "news")}</Link>
							<Link to={`${withLocale("/news", locale)}.xml`}>Atom</Link>
						</>
					)}
					<Link to={withLocale("/assistant", locale)}>{text(locale, "assistant")}</Link>
					<Link to="/localization">{text(locale, "localization")}</Link>
					<Link to="/datastat">{text(locale, "datastat")}</Link>
					<Link to="/admin">{text(locale, "admin")}</Link>
					<Shortcuts />
					{site?.edit_url && <a href={site.edit_url}>{text(locale, "source")}</a>}
				</nav>
				{site && <p className={styles.version}>{text(locale, "version", { version: site.version })}</p>}
			</div>
		</footer>
	);
}
