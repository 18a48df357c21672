import styles from "@/admin/media/Media.module.css";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import { type QueuedUpload, removeUpload, retryUpload } from "@/admin/media/queue";
import type { UploadStatus } from "@/admin/media/upload";
import { listed } from "@/admin/usersText";
import type { ProblemError } from "@/shared/http/api";
import { fileSize } from "@/shared/i18n/format";
import { type Locale, useLocale } from "@/shared/i18n/locale";

/** State of each upload, with its actions. */
export function UploadList({ list }: { list: QueuedUpload[] }) {
	const locale = useLocale();
	if (list.length === 0) return null;
	return (
		<ul className={styles.uploads} aria-label={text(locale, "uploads")}>
			{list.map((one) => (
				<Row key={one.key} one={one} />
			))}
		</ul>
	);
}

function Row({ one }: { one: QueuedUpload }) {
	const locale = useLocale();
	const { name, bytes } = one.upload;
	const status = one.upload.status();
	const isOver = status.state === "done" || status.state === "refused" || status.state === "cancelled";
	return (
		<li>
			<b>{name}</b>
			{!isOver && <progress max={bytes} value={status.sent} aria-label={text(locale, "progress", { name })} />}
			<span role={status.state === "refused" ? "alert" : "status"}>{uploadStateText(locale, status, one)}</span>
			{(status.state === "offline" || (status.state === "refused" && isRetryable(status.error))) && (
				<button type="button" aria-label={text(locale, "upAgainName", { name })} onClick={() => retryUpload(one)}>
					{text(locale, "upAgain")}
				</button>
			)}
			<button
				type="button"
				data-kind="quiet"
				aria-label={text(locale, isOver ? "upCloseName" : "upCancelName", { name })}
				onClick={() => removeUpload(one)}
			>
				{text(locale, isOver ? "upClose" : "upCancel")}
			</button>
		</li>
	);
}

/** Whether a retry may succeed: errors of the file itself are permanent. */
function isRetryable({ problem: { status, errors } }: ProblemError): boolean {
	return status >= 500 || status === 404 || errors.some(({ code }) => code === "too-many");
}

function uploadStateText(locale: Locale, status: UploadStatus, { replaces, upload: { bytes } }: QueuedUpload): string {
	if (status.state === "refused") return text(locale, "up.refused", { why: whyText(locale, status.error, replaces) });
	if (status.state === "done" && status.removed.length > 0)
		return text(locale, "up.doneWithout", { removed: listed(locale, status.removed) });
	if (status.state === "done" || status.state === "cancelled") return text(locale, `up.${status.state}`);
	return text(locale, `up.${status.state}`, { sent: fileSize(status.sent), bytes: fileSize(bytes) });
}
