import type { Desk } from "@/admin/pages/editor/desk";
import styles from "@/admin/pages/editor/Pane.module.css";
import { lineNow, shiftOf } from "@/admin/pages/editor/segments";
import { useDesk } from "@/admin/pages/editor/useDesk";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";

/** The headings of the text, to go to. */
export function Outline({ desk }: { desk: Desk }) {
	const locale = useLocale();
	const { seen } = useDesk(desk);
	const headings = seen?.preview.headings ?? [];
	if (!seen || headings.length === 0) return null;
	const go = (line: number) =>
		desk.surface()?.reveal(lineNow(line, shiftOf(seen.text, desk.saver.text())) ?? line, "caret");
	return (
		<details className={styles.fold}>
			<summary>{text(locale, "outline")}</summary>
			<ol lang={localeOf(desk.segment)}>
				{headings.map(({ level, text, line }) => (
					<li key={line} data-level={level}>
						<button type="button" data-kind="quiet" onClick={() => go(line)}>
							{text}
						</button>
					</li>
				))}
			</ol>
		</details>
	);
}
