import styles from "@/landing/OnlyIn.module.css";
import { text } from "@/landing/text";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";

/** Marks what exists only in the language that the reader did not ask for. */
export function OnlyIn({ language }: { language: Locale }) {
	const locale = useLocale();
	return (
		<span className={styles.badge} lang={locale}>
			{text(locale, "onlyIn", { language: languageName(language, locale) })}
		</span>
	);
}
