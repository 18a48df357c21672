import styles from "@/docs/FoundLanguage.module.css";
import type { Hit } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { LanguageBadge } from "@/shared/ui/LanguageBadge";

/**
 * Language badge of a search result in the other language, with the translated search terms that occur in the result.
 */
export function FoundLanguage({ hit: { locale: language, matched } }: { hit: Pick<Hit, "locale" | "matched"> }) {
	const locale = useLocale();
	if (language === locale) return null;
	const translated = matched.filter(([term, found]) => term.toLowerCase() !== found.toLowerCase());
	return (
		<>
			<span className={styles.found}>
				<LanguageBadge language={language} />
			</span>
			{translated.length > 0 && (
				<small className={styles.translated}>
					{translated.map(([term, found]) => `${term} → ${found}`).join(" · ")}
				</small>
			)}
		</>
	);
}
