import { text } from "@/shared/i18n/common";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/ui/LanguageBadge.module.css";

/** Marks what exists only in the language that the reader did not ask for. */
export function LanguageBadge({ language }: { language: Locale }) {
	const locale = useLocale();
	return (
		<span className={styles.badge} lang={locale}>
			{text(locale, "onlyIn", { language: languageName(language, locale) })}
		</span>
	);
}
