import styles from "@/docs/Outline.module.css";
import { useHeadingInView } from "@/docs/useHeadingInView";
import type { Heading } from "@/shared/http/types";
import { type Locale, languageNames, otherLocale } from "@/shared/i18n/locale";

interface Props {
	headings: Heading[];
	lang: Locale;
	/** URL of the page in the other language. */
	there: string | undefined;
}

/**
 * Outline of the page, with the current section highlighted. Without JavaScript, each section also has a link to its
 * counterpart in the other language.
 */
export function Outline({ headings, lang, there }: Props) {
	const other = otherLocale(lang);
	const outlined = headings.filter(({ level }) => level === 2 || level === 3);
	const current = useHeadingInView(outlined);
	return (
		<ul className={styles.outline} lang={lang}>
			{outlined.map(({ id, level, text, counterpart_id }) => (
				<li key={id} data-level={level}>
					<a href={`#${id}`} aria-current={id === current ? "true" : undefined}>
						{text}
					</a>
					{there && counterpart_id && (
						<noscript>
							<a href={`${there}#${counterpart_id}`} lang={other} hrefLang={other}>
								{languageNames[other]}
							</a>
						</noscript>
					)}
				</li>
			))}
		</ul>
	);
}
