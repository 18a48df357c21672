import styles from "@/admin/pages/editor/Editor.module.css";
import { localeOf, segments } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import type { WrittenPage } from "@/shared/http/types";
import { joinSentences } from "@/shared/i18n/join";
import { languageName, useLocale } from "@/shared/i18n/locale";

/** Whether a text of the page comes from Git. Such a page can be moved or deleted only in Git. */
export function isFromGit({ zh, en }: WrittenPage): boolean {
	return [zh, en].some((text) => text !== null && text.listed.source !== null);
}

/** Shows the Git sources of the texts, and explains the effect of changes on the site. */
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
	const sentences = [...origins, text(locale, "publishFromGit"), text(locale, "moveInGit")];
	return <p className={styles.git}>{joinSentences(locale, sentences)}</p>;
}
