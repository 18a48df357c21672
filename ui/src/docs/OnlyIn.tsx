import styles from "@/docs/OnlyIn.module.css";
import { text } from "@/docs/text";
import type { Hit } from "@/shared/http/types";
import { languageName, useLocale } from "@/shared/i18n/locale";

/** Beside what was found in the language that the reader did not ask for: which word stands for theirs. */
export function OnlyIn({ hit: { locale: language, matched } }: { hit: Pick<Hit, "locale" | "matched"> }) {
	const locale = useLocale();
	if (language === locale) return null;
	const translated = matched.filter(([asked, found]) => asked.toLowerCase() !== found.toLowerCase());
	return (
		<>
			<span className={styles.badge}>{text(locale, "onlyIn", { language: languageName(language, locale) })}</span>
			{translated.length > 0 && (
				<small className={styles.translated}>
					{translated.map(([asked, found]) => `${asked} → ${found}`).join(" · ")}
				</small>
			)}
		</>
	);
}
