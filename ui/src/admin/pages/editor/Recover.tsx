import { useEffect, useState } from "react";
import { moment } from "@/admin/moment";
import { linesBetween } from "@/admin/pages/editor/Decide";
import type { Desk } from "@/admin/pages/editor/desk";
import type { Kept } from "@/admin/pages/editor/journal";
import { Lines } from "@/admin/pages/editor/Lines";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import { CopyButton } from "@/shared/ui/CopyButton";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

/**
 * Texts that this browser stored and the server never received: the newest first, one at a time. Users who may no
 * longer change the text can copy it.
 */
export function Recover({ desk, mayTake }: { desk: Desk; mayTake: boolean }) {
	const locale = useLocale();
	const [left, setLeft] = useState<Kept[]>([]);
	useEffect(() => {
		let isGone = false;
		void leftBehind(desk).then((found) => !isGone && setLeft(found));
		return () => {
			isGone = true;
		};
	}, [desk]);
	const [entry] = left;
	if (!entry) return null;
	const done = () => {
		desk.journal.drop(entry.key);
		setLeft(left.slice(1));
	};
	return (
		<div role="alert" className={panelStyles.warning}>
			<p>{text(locale, "recover", { moment: moment(entry.at) })}</p>
			{!mayTake && <p>{text(locale, "recoverReadOnly")}</p>}
			<Lines
				lines={linesBetween(desk.saver.text(), entry.text)}
				lang={localeOf(desk.segment)}
				label={text(locale, "recoverLines")}
			/>
			<p className={listStyles.actions}>
				{mayTake ? (
					<button
						type="button"
						onClick={() => {
							desk.saver.restore(entry);
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

/** What the server has after all is forgotten. */
async function leftBehind(desk: Desk): Promise<Kept[]> {
	return (await desk.journal.kept()).filter((entry) => {
		const isNew = entry.text !== desk.saver.savedText();
		if (!isNew) desk.journal.drop(entry.key);
		return isNew;
	});
}
