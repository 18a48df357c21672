import styles from "@/admin/pages/editor/Editor.module.css";
import { localeOf, segments } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import type { WrittenPage } from "@/shared/http/types";
import { joinSentences } from "@/shared/i18n/join";
import { languageName, useLocale } from "@/shared/i18n/locale";

/** Names the Git sources of the texts, and explains the effect of publishing on the site. */
export function GitNote({ page }: { page: WrittenPage }) {
	const locale = useLocale();
	const texts = segments.flatMap((segment) => {
		const listed = page[segment]?.listed;
		if (!listed || listed.state === "trash") return [];
		return [{ language: languageName(localeOf(segment), locale), source: listed.source }];
	});
	const fromGit = texts.flatMap(({ language, source }) => (source === null ? [] : [{ language, source }]));
	const [first] = fromGit;
	if (!first) return null;
	const isWholePage = texts.every(({ source }) => source === first.source);
	const origins = isWholePage
		? [text(locale, "pageFromGit", { source: first.source })]
		: fromGit.map((one) => text(locale, "versionFromGit", one));
	return <p className={styles.git}>{joinSentences(locale, [...origins, text(locale, "publishFromGit")])}</p>;
}
