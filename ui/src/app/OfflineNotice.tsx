import { useSyncExternalStore } from "react";
import styles from "@/app/OfflineNotice.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/locale";

export function OfflineNotice() {
	const locale = useLocale();
	const online = useSyncExternalStore(
		watch,
		() => navigator.onLine,
		() => true,
	);
	return (
		<div role="status" className={styles.notice}>
			{!online && <p>{text(locale, "offline")}</p>}
		</div>
	);
}

function watch(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}
