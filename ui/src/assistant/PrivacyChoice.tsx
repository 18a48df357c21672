import { useEffect, useState } from "react";
import styles from "@/assistant/Conversation.module.css";
import { browserOptsOut, hasOptedOut, setOptedOut } from "@/assistant/privacy";
import { text } from "@/assistant/text";
import { useLocale } from "@/shared/i18n/locale";

/** What is stored of questions, and the way to opt out. */
export function PrivacyChoice() {
	const locale = useLocale();
	// Only after hydration: the server does not know the choice.
	const [isOut, setIsOut] = useState(false);
	const [isFixed, setIsFixed] = useState(false);
	useEffect(() => {
		setIsFixed(browserOptsOut());
		setIsOut(hasOptedOut() || browserOptsOut());
	}, []);
	return (
		<div className={styles.note} data-needs-script="">
			<p>{text(locale, "stored")}</p>
			<label className={styles.choice}>
				<input
					type="checkbox"
					checked={isOut}
					disabled={isFixed}
					onChange={({ target }) => {
						setOptedOut(target.checked);
						setIsOut(target.checked);
					}}
				/>
				{text(locale, "doNotStore")}
			</label>
		</div>
	);
}
