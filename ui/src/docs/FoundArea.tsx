import styles from "@/docs/FoundLanguage.module.css";
import { text } from "@/docs/text";
import type { Hit } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

/** Label of a search result that is a news entry. */
export function FoundArea({ hit: { area } }: { hit: Pick<Hit, "area"> }) {
	const locale = useLocale();
	return area === "news" ? <span className={styles.area}>{text(locale, "resultInNews")}</span> : null;
}
