import { useSyncExternalStore } from "react";
import styles from "@/app/OfflineNotice.module.css";
import { activateNewRelease, appState, watchAppState } from "@/app/serviceWorkerClient";
import { text } from "@/app/text";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Time } from "@/shared/ui/Time";

const nothing = { chunkFailed: false, hasNewRelease: false, storedAt: undefined };

/** Notices about a lost connection, a cached page, and a new release of the site. */
export function OfflineNotice() {
	const locale = useLocale();
	const online = useSyncExternalStore(
		watch,
		() => navigator.onLine,
		() => true,
	);
	const { chunkFailed, hasNewRelease, storedAt } = useSyncExternalStore(watchAppState, appState, () => nothing);
	const at = storedAt === undefined ? Number.NaN : Date.parse(storedAt);
	return (
		<div role="status" className={styles.notice}>
			{Number.isNaN(at) ? (
				!online && <p>{text(locale, "offline")}</p>
			) : (
				<p>
					{withTrailingSpace(text(locale, "keptFrom"))}
					<Time at={at} />{" "}
					{online && (
						<button type="button" onClick={() => location.reload()}>
							{text(locale, "problemRetry")}
						</button>
					)}
				</p>
			)}
			{chunkFailed && online && (
				<p>
					{text(locale, "networkFailed")}{" "}
					<button type="button" onClick={() => location.reload()}>
						{text(locale, "reload")}
					</button>
				</p>
			)}
			{hasNewRelease && (
				<p>
					{text(locale, "newVersion")}{" "}
					<button type="button" onClick={() => activateNewRelease(navigator.serviceWorker)}>
						{text(locale, "reload")}
					</button>
				</p>
			)}
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
