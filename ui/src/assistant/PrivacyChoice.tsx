import { useEffect, useState } from "react";
import styles from "@/assistant/Conversation.module.css";
import { browserOptsOut, hasOptedOut, setOptedOut } from "@/assistant/privacy";
import { text } from "@/assistant/text";
import { useLocale } from "@/shared/i18n/locale";
import { useSite } from "@/shared/useSite";

/** Information about the storage of questions, and a checkbox to opt out if the site stores them. */
export function PrivacyChoice() {
	const locale = useLocale();
	const storesQuestions = useSite()?.stores_questions ?? true;
	// Loaded after hydration, because the choice is stored in the browser.
	const [isOptedOut, setIsOut] = useState(false);
	const [isFixed, setIsFixed] = useState(false);
	useEffect(() => {
		setIsFixed(browserOptsOut());
		setIsOut(hasOptedOut() || browserOptsOut());
	}, []);
	if (!storesQuestions) return <p className={styles.note}>{text(locale, "notStored")}</p>;
	return (
		<div className={styles.note} data-needs-script="">
			<p>{text(locale, "stored")}</p>
			<label className={styles.choice}>
				<input
					type="checkbox"
					checked={isOptedOut}
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
