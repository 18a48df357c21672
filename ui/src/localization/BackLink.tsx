import { home } from "@/localization/address";
import styles from "@/localization/LocalizationPage.module.css";
import { text } from "@/localization/text";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Link from a list to the overview. */
export function BackLink() {
	const locale = useLocale();
	return (
		<p className={styles.back}>
			<Link to={home}>{text(locale, "back")}</Link>
		</p>
	);
}
