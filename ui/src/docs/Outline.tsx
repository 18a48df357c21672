import styles from "@/docs/Outline.module.css";
import { useHeadingInView } from "@/docs/useHeadingInView";
import type { Heading } from "@/docs/wire";
import type { Locale } from "@/shared/locale";

/** The sections of the page; the one being read is marked. */
export function Outline({ headings, lang }: { headings: Heading[]; lang: Locale }) {
	const shown = headings.filter(({ level }) => level === 2 || level === 3);
	const current = useHeadingInView(shown);
	return (
		<ul className={styles.outline} lang={lang}>
			{shown.map(({ id, level, text }) => (
				<li key={id} data-level={level}>
					<a href={`#${id}`} aria-current={id === current ? "true" : undefined}>
						{text}
					</a>
				</li>
			))}
		</ul>
	);
}
