import { useState } from "react";
import { moment } from "@/admin/moment";
import part from "@/admin/People.module.css";
import type { Desk } from "@/admin/pages/editor/desk";
import styles from "@/admin/pages/editor/Pane.module.css";
import { useDesk } from "@/admin/pages/editor/useDesk";
import { text } from "@/admin/pages/text";
import { failureOf, type Sending, useSending } from "@/admin/useSending";
import { type Locale, useLocale } from "@/shared/locale";

interface AcknowledgeProps {
	desk: Desk;
	/** Marks the segment as still correct; answers false where a draft could not be saved before. */
	acknowledge: (id: string) => Promise<boolean>;
}

/** Marks the outdated segment at the caret as still correct, or says who did that. */
export function Acknowledge({ desk, acknowledge }: AcknowledgeProps) {
	const locale = useLocale();
	const { here } = useDesk(desk);
	const [sending, send] = useSending();
	const [isUnsaved, setUnsaved] = useState(false);
	const failure = isUnsaved ? text(locale, "acknowledgeUnsaved") : failureIn(locale, sending);
	if (!here?.may_acknowledge && !here?.acknowledged && !failure) return null;
	return (
		<p className={styles.acknowledge}>
			{here?.may_acknowledge && (
				<button
					type="button"
					aria-disabled={sending.state === "sending"}
					onClick={() => void send(async () => setUnsaved(!(await acknowledge(here.id))))}
				>
					{text(locale, "acknowledge")}
				</button>
			)}
			{here?.acknowledged && (
				<span>
					{text(locale, "acknowledgedBy", { name: here.acknowledged.by, moment: moment(here.acknowledged.at) })}
				</span>
			)}
			<span role="alert" className={part.fault}>
				{failure}
			</span>
		</p>
	);
}

function failureIn(locale: Locale, sending: Sending): string | undefined {
	const errors = sending.state === "refused" ? sending.refusal.problem.errors : [];
	return errors.some(({ code }) => code === "not-outdated")
		? text(locale, "acknowledgeLate")
		: failureOf(locale, sending);
}
