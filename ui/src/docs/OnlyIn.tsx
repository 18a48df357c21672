import styles from "@/docs/OnlyIn.module.css";
import { text } from "@/docs/text";
import { type Locale, languageName, useLocale } from "@/shared/locale";

/** Beside what was found in the language that the reader did not ask for. */
export function OnlyIn({ language }: { language: Locale }) {
	const locale = useLocale();
	if (language === locale) return null;
	return <span className={styles.badge}>{text(locale, "onlyIn", { language: languageName(language, locale) })}</span>;
}
