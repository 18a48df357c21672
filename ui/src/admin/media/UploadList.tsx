import styles from "@/admin/media/Media.module.css";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import { dropUpload, retryUpload, type Sent } from "@/admin/media/queue";
import type { Look } from "@/admin/media/upload";
import { listed } from "@/admin/peopleText";
import type { ProblemError } from "@/shared/http/api";
import { fileSize } from "@/shared/i18n/format";
import { type Locale, useLocale } from "@/shared/i18n/locale";

/** State of each upload, with its actions. */
export function UploadList({ list }: { list: Sent[] }) {
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

function Row({ one }: { one: Sent }) {
	const locale = useLocale();
	const { name, bytes } = one.outgoing;
	const look = one.outgoing.look();
	const isOver = look.state === "done" || look.state === "refused" || look.state === "cancelled";
	return (
		<li>
			<b>{name}</b>
			{!isOver && <progress max={bytes} value={look.sent} aria-label={text(locale, "progress", { name })} />}
			<span role={look.state === "refused" ? "alert" : "status"}>{uploadStateText(locale, look, one)}</span>
			{(look.state === "offline" || (look.state === "refused" && mayGoWell(look.error))) && (
				<button type="button" aria-label={text(locale, "upAgainName", { name })} onClick={() => retryUpload(one)}>
					{text(locale, "upAgain")}
				</button>
			)}
			<button
				type="button"
				data-kind="quiet"
				aria-label={text(locale, isOver ? "upCloseName" : "upCancelName", { name })}
				onClick={() => dropUpload(one)}
			>
				{text(locale, isOver ? "upClose" : "upCancel")}
			</button>
		</li>
	);
}

/** Whether a retry may succeed: errors of the file itself are permanent. */
function mayGoWell({ problem: { status, errors } }: ProblemError): boolean {
	return status >= 500 || status === 404 || errors.some(({ code }) => code === "too-many");
}

function uploadStateText(locale: Locale, look: Look, { replaces, outgoing: { bytes } }: Sent): string {
	if (look.state === "refused") return text(locale, "up.refused", { why: whyText(locale, look.error, replaces) });
	if (look.state === "done" && look.removed.length > 0)
		return text(locale, "up.doneWithout", { removed: listed(locale, look.removed) });
	if (look.state === "done" || look.state === "cancelled") return text(locale, `up.${look.state}`);
	return text(locale, `up.${look.state}`, { sent: fileSize(look.sent), bytes: fileSize(bytes) });
}
