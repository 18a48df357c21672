import { useEffect, useState } from "react";
import { moment } from "@/admin/moment";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { Lines } from "@/admin/pages/editor/Lines";
import { linesBetween } from "@/admin/pages/editor/linesBetween";
import type { StoredDraft } from "@/admin/pages/editor/localDrafts";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import { CopyButton } from "@/shared/ui/CopyButton";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

/**
 * Shows texts that this browser has stored and the server has not received. They are shown one at a time, newest first,
 * with buttons to restore and discard them. A user without permission to change the text can copy them instead of
 * restoring them.
 */
export function RecoverDraft({ documentSession, mayTake }: { documentSession: DocumentSession; mayTake: boolean }) {
	const locale = useLocale();
	const [left, setLeft] = useState<StoredDraft[]>([]);
	useEffect(() => {
		let isDisposed = false;
		void storedDrafts(documentSession).then((found) => !isDisposed && setLeft(found));
		return () => {
			isDisposed = true;
		};
	}, [documentSession]);
	const [entry] = left;
	if (!entry) return null;
	const done = () => {
		documentSession.localDrafts.drop(entry.key);
		setLeft(left.slice(1));
	};
	return (
		<div role="alert" className={panelStyles.warning}>
			<p>{text(locale, "recover", { moment: moment(entry.at) })}</p>
			{!mayTake && <p>{text(locale, "recoverReadOnly")}</p>}
			<Lines
				lines={linesBetween(documentSession.saver.text(), entry.text)}
				lang={localeOf(documentSession.segment)}
				label={text(locale, "recoverLines")}
			/>
			<p className={listStyles.actions}>
				{mayTake ? (
					<button
						type="button"
						onClick={() => {
							documentSession.saver.restore(entry);
							done();
						}}
					>
						{text(locale, "recoverTake")}
					</button>
				) : (
					<CopyButton key={entry.key} value={entry.text} />
				)}
				<button type="button" onClick={done}>
					{text(locale, "recoverDrop")}
				</button>
			</p>
		</div>
	);
}

/** Returns the stored texts that differ from the saved text; deletes the others. */
async function storedDrafts(documentSession: DocumentSession): Promise<StoredDraft[]> {
	return (await documentSession.localDrafts.drafts()).filter((entry) => {
		const isNew = entry.text !== documentSession.saver.savedText();
		if (!isNew) documentSession.localDrafts.drop(entry.key);
		return isNew;
	});
}
