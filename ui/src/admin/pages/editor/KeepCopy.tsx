import { moment } from "@/admin/moment";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Pane.module.css";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { useMark } from "@/admin/pages/editor/useMark";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";

interface KeepCopyProps {
	documentSession: DocumentSession;
	/**
	 * Saves both drafts, then marks the segment as an intentional copy or removes the mark. Returns false if a draft
	 * cannot be saved.
	 */
	keep: (id: string, isKept: boolean) => Promise<boolean>;
}

/**
 * Button that marks the untranslated copy at the caret as intentional. For a marked copy, shows which user marked it,
 * and the button removes the mark.
 */
export function KeepCopy({ documentSession, keep }: KeepCopyProps) {
	const locale = useLocale();
	const { here } = useDocumentSession(documentSession);
	const { failure, isSending, mark } = useMark({ "not-copied": "copyLate" });
	const approval = here?.kept;
	if (here?.state !== "copied" && !approval && !failure) return null;
	return (
		<p className={styles.acknowledge}>
			{approval && <span>{text(locale, "copyKeptBy", { name: approval.by, moment: moment(approval.at) })}</span>}
			{here && (approval || here.state === "copied") && (
				<button type="button" aria-disabled={isSending} onClick={() => mark(() => keep(here.id, !approval))}>
					{text(locale, approval ? "copyUndo" : "copyKeep")}
				</button>
			)}
			<span role="alert" className={formStyles.error}>
				{failure}
			</span>
		</p>
	);
}
