import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Pane.module.css";
import { currentLine, lineMapping } from "@/admin/pages/editor/segments";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";

/** Headings of the text, as links to their lines. */
export function Outline({ documentSession }: { documentSession: DocumentSession }) {
	const locale = useLocale();
	const { lastPreview: seen } = useDocumentSession(documentSession);
	const headings = seen?.preview.headings ?? [];
	if (!seen || headings.length === 0) return null;
	const go = (line: number) =>
		documentSession
			.textEditor()
			?.reveal(currentLine(line, lineMapping(seen.text, documentSession.saver.text())) ?? line, "caret");
	return (
		<details className={styles.fold}>
			<summary>{text(locale, "outline")}</summary>
			<ol lang={localeOf(documentSession.segment)}>
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
