import { moment } from "@/admin/moment";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Pane.module.css";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { useMark } from "@/admin/pages/editor/useMark";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";

interface AcknowledgeProps {
	documentSession: DocumentSession;
	/** Marks the segment as still correct; answers false where a draft could not be saved before. */
	acknowledge: (id: string) => Promise<boolean>;
}

/** Marks the outdated segment at the caret as still correct, or says who did that. */
export function Acknowledge({ documentSession, acknowledge }: AcknowledgeProps) {
	const locale = useLocale();
	const { here } = useDocumentSession(documentSession);
	const { failure, isSending, mark } = useMark({ code: "not-outdated", message: "acknowledgeLate" });
	if (!here?.may_acknowledge && !here?.acknowledged && !failure) return null;
	return (
		<p className={styles.acknowledge}>
			{here?.may_acknowledge && (
				<button type="button" aria-disabled={isSending} onClick={() => mark(() => acknowledge(here.id))}>
					{text(locale, "acknowledge")}
				</button>
			)}
			{here?.acknowledged && (
				<span>
					{text(locale, "acknowledgedBy", { name: here.acknowledged.by, moment: moment(here.acknowledged.at) })}
				</span>
			)}
			<span role="alert" className={formStyles.error}>
				{failure}
			</span>
		</p>
	);
}
