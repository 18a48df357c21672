import { useEffect, useState } from "react";
import { moment } from "@/admin/moment";
import { draftsOfOthers, forget, type StoredDraft } from "@/admin/pages/editor/localDrafts";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

interface OtherUserDraftsProps {
	/** Id of the page. */
	id: string;
	/** Id of the logged-in user. */
	by: string;
	/** Texts on the server. A draft that equals one of them is not listed. */
	saved?: (string | undefined)[];
}

/** Notice that this browser stores drafts of other users for a page. It shows the users' names, but not the texts. */
export function OtherUserDrafts({ id, by, saved = [] }: OtherUserDraftsProps) {
	const locale = useLocale();
	const [drafts, setDrafts] = useState<Required<StoredDraft>[]>([]);
	useEffect(() => {
		let isDisposed = false;
		void draftsOfOthers(id, by).then((found) => !isDisposed && setDrafts(found));
		return () => {
			isDisposed = true;
		};
	}, [id, by]);
	const waiting = drafts.filter(({ text }) => !saved.includes(text));
	return [...new Map(waiting.map(({ by }) => [by.id, by.name]))].map(([writer, name]) => {
		const own = waiting.filter((one) => one.by.id === writer);
		const [latest] = own;
		return (
			latest && (
				<div key={writer} role="status" className={panelStyles.warning}>
					<p>{text(locale, "keptOfOther", { name, moment: moment(latest.at) })}</p>
					<p className={listStyles.actions}>
						<ConfirmButton
							label={text(locale, "recoverDrop")}
							name={text(locale, "keptDropName", { name })}
							question={text(locale, "keptDropSure")}
							act={() => {
								for (const { key } of own) void forget(key);
								setDrafts(drafts.filter((one) => one.by.id !== writer));
							}}
						/>
					</p>
				</div>
			)
		);
	});
}
