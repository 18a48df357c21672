import { text } from "@/shared/i18n/common";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/ui/LanguageBadge.module.css";

/** Badge of content that exists only in the other language. */
export function LanguageBadge({ language }: { language: Locale }) {
	const locale = useLocale();
	return (
		<span className={styles.badge} lang={locale}>
			{text(locale, "onlyIn", { language: languageName(language, locale) })}
		</span>
	);
}
