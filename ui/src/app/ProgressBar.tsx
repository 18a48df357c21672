import { useNavigation } from "react-router-dom";
import styles from "@/app/ProgressBar.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/i18n/locale";

/** Progress bar of a navigation; the style sheet displays it after a delay. */
export function ProgressBar() {
	const locale = useLocale();
	if (useNavigation().state === "idle") return null;
	return (
		<div role="status">
			<div role="progressbar" className={styles.bar} aria-label={text(locale, "loading")} />
		</div>
	);
}
