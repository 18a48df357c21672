import styles from "@/admin/pages/editor/Dialog.module.css";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { number } from "@/shared/i18n/format";
import { languageName, useLocale } from "@/shared/i18n/locale";
import panelStyles from "@/shared/ui/panel.module.css";

/** Maximum number of untranslated copies that are listed; further copies are only counted. */
const maxItems = 10;

interface CopiedProps {
	documentSession: DocumentSession;
	/** Moves the caret to a line of the text. */
	go: (to: DocumentSession, line: number) => void;
}

/** Shows how many untranslated copies would be published, with their lines. */
export function Copied({ documentSession, go }: CopiedProps) {
	const locale = useLocale();
	const copied = documentSession.segments().filter(({ state }) => state === "copied");
	if (copied.length === 0) return null;
	const language = languageName(localeOf(documentSession.segment), locale);
	return (
		<div className={panelStyles.warning}>
			<p>{text(locale, "publishCopied", { count: copied.length, language })}</p>
			<ul className={styles.issues}>
				{copied.slice(0, maxItems).map(({ id, line }) => (
					<li key={id}>
						<button type="button" data-kind="quiet" onClick={() => go(documentSession, line)}>
							{text(locale, "line", { line: number(line) })}
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}
