import { useState } from "react";
import { moment } from "@/admin/moment";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Pane.module.css";
import { sectionAround } from "@/admin/pages/editor/segments";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { useMark } from "@/admin/pages/editor/useMark";
import { text } from "@/admin/pages/text";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";

/** Outdated segments to mark as still correct: by id, of a section, or of the whole page. */
export type AcknowledgedSegments = { segments: string[] } | { section: string } | { page: true };

interface AcknowledgeProps {
	documentSession: DocumentSession;
	/** Saves both drafts, then marks segments as still correct. Returns false if a draft cannot be saved. */
	acknowledge: (correct: AcknowledgedSegments) => Promise<boolean>;
	undo: (ids: string[]) => Promise<boolean>;
}

/**
 * Buttons that mark the outdated segment at the caret, its section, or the whole page as still correct. For a marked
 * segment, shows which user marked it. Another button removes all marks that were set by the most recent click on the
 * section or page button.
 */
export function Acknowledge({ documentSession, acknowledge, undo }: AcknowledgeProps) {
	const locale = useLocale();
	const { here } = useDocumentSession(documentSession);
	const [last, setLast] = useState<string[]>([]);
	const { failure, isSending, mark } = useMark({
		"not-outdated": "acknowledgeLate",
		"none-found": "acknowledgeNone",
		"not-acknowledged": "acknowledgeUndoLate",
		"acknowledged-in-git": "acknowledgedInGit",
	});
	const outdated = documentSession.segments().filter(({ may_acknowledge }) => may_acknowledge);
	const around = here && sectionAround(documentSession.segments(), here);
	const inSection = outdated.filter(({ id }) => around?.some((segment) => segment.id === id));
	const marked = documentSession.segments().filter(({ id, acknowledged }) => acknowledged && last.includes(id));
	const canUndoAll = marked.length > 1 && marked.length === last.length;
	if (outdated.length === 0 && !here?.acknowledged && !canUndoAll && !failure) return null;
	const markAll = (correct: AcknowledgedSegments, segments: { id: string }[]) =>
		mark(async () => {
			const isMarked = await acknowledge(correct);
			if (isMarked) setLast(segments.map(({ id }) => id));
			return isMarked;
		});
	const own = here?.may_acknowledge ? 1 : 0;
	return (
		<p className={styles.acknowledge}>
			{here?.may_acknowledge && (
				<button
					type="button"
					aria-disabled={isSending}
					onClick={() => mark(() => acknowledge({ segments: [here.id] }))}
				>
					{text(locale, "acknowledge")}
				</button>
			)}
			{here && inSection.length > own && (
				<button
					type="button"
					aria-disabled={isSending}
					onClick={() => markAll({ section: here.section ?? "" }, inSection)}
				>
					{text(locale, "acknowledgeSection", { count: number(inSection.length) })}
				</button>
			)}
			{outdated.length > Math.max(own, inSection.length) && (
				<button type="button" aria-disabled={isSending} onClick={() => markAll({ page: true }, outdated)}>
					{text(locale, "acknowledgePage", { count: number(outdated.length) })}
				</button>
			)}
			{here?.acknowledged && (
				<>
					<span>
						{text(locale, "acknowledgedBy", { name: here.acknowledged.by, moment: moment(here.acknowledged.at) })}
					</span>
					<button type="button" aria-disabled={isSending} onClick={() => mark(() => undo([here.id]))}>
						{text(locale, "acknowledgeUndo")}
					</button>
				</>
			)}
			{canUndoAll && (
				<button type="button" aria-disabled={isSending} onClick={() => mark(() => undo(last))}>
					{text(locale, "acknowledgeUndoAll", { count: number(last.length) })}
				</button>
			)}
			<span role="alert" className={formStyles.error}>
				{failure}
			</span>
		</p>
	);
}
