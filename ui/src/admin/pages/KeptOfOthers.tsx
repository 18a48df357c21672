import { useEffect, useState } from "react";
import { moment } from "@/admin/moment";
import styles from "@/admin/People.module.css";
import { forget, type Kept, keptOfOthers } from "@/admin/pages/editor/journal";
import { text } from "@/admin/pages/text";
import { Twice } from "@/admin/Twice";
import { useLocale } from "@/shared/locale";

interface KeptOfOthersProps {
	/** Of the page. */
	id: string;
	/** Who is logged in. */
	by: string;
}

/** That this browser keeps what others have typed on a page, whom it waits for; what it says is for their eyes. */
export function KeptOfOthers({ id, by }: KeptOfOthersProps) {
	const locale = useLocale();
	const [kept, setKept] = useState<Required<Kept>[]>([]);
	useEffect(() => {
		let isGone = false;
		void keptOfOthers(id, by).then((found) => !isGone && setKept(found));
		return () => {
			isGone = true;
		};
	}, [id, by]);
	return [...new Set(kept.map((one) => one.by))].map((name) => {
		const own = kept.filter((one) => one.by === name);
		const [latest] = own;
		return (
			latest && (
				<div key={name} role="status" className={styles.stale}>
					<p>{text(locale, "keptOfOther", { name, moment: moment(latest.at) })}</p>
					<p className={styles.acts}>
						<Twice
							label={text(locale, "recoverDrop")}
							name={text(locale, "keptDropName", { name })}
							question={text(locale, "keptDropSure")}
							act={() => {
								for (const { key } of own) void forget(key);
								setKept(kept.filter((one) => one.by !== name));
							}}
						/>
					</p>
				</div>
			)
		);
	});
}
