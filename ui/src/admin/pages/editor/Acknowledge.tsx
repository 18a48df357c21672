import { moment } from "@/admin/moment";
import type { Desk } from "@/admin/pages/editor/desk";
import styles from "@/admin/pages/editor/Pane.module.css";
import { useDesk } from "@/admin/pages/editor/useDesk";
import { useMark } from "@/admin/pages/editor/useMark";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";

interface AcknowledgeProps {
	desk: Desk;
	/** Marks the segment as still correct; answers false where a draft could not be saved before. */
	acknowledge: (id: string) => Promise<boolean>;
}

/** Marks the outdated segment at the caret as still correct, or says who did that. */
export function Acknowledge({ desk, acknowledge }: AcknowledgeProps) {
	const locale = useLocale();
	const { here } = useDesk(desk);
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
