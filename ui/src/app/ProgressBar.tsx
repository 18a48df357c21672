import { useNavigation } from "react-router-dom";
import styles from "@/app/ProgressBar.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/i18n/locale";

/** Appears only when a navigation is slow; the delay is in the style sheet. */
export function ProgressBar() {
	const locale = useLocale();
	if (useNavigation().state === "idle") return null;
	// It belongs to no part of the page: a live region is one by itself.
	return (
		<div role="status">
			<div role="progressbar" className={styles.bar} aria-label={text(locale, "loading")} />
		</div>
	);
}
