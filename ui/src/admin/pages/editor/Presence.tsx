import styles from "@/admin/pages/editor/Editor.module.css";
import { text } from "@/admin/pages/text";
import type { Editing } from "@/shared/http/types";
import { joinSentences } from "@/shared/i18n/join";
import { languageName, useLocale } from "@/shared/i18n/locale";

/** Other users who have the page open: one message for each. */
export function Presence({ others }: { others: Editing[] }) {
	const locale = useLocale();
	if (others.length === 0) return null;
	const names = [...new Set(others.map(({ name }) => name))];
	return (
		<p role="status" className={styles.others}>
			{joinSentences(
				locale,
				names.map((name) => {
					const [first, second] = new Set(others.filter((other) => other.name === name).map(({ locale }) => locale));
					if (first === undefined || second !== undefined) return text(locale, "editingBoth", { name });
					return text(locale, "editing", { name, language: languageName(first, locale) });
				}),
			)}
		</p>
	);
}
