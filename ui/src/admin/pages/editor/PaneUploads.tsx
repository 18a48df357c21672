import { type FormEvent, useState } from "react";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import type { UploadStatus } from "@/admin/media/upload";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import type { PendingUpload } from "@/admin/pages/editor/files";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { localeOf } from "@/admin/pages/language";
import { listed } from "@/admin/usersText";
import { fileSize } from "@/shared/i18n/format";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

/** Progress of the current upload, rejected and sanitized files, and the alt text form for an inserted image. */
export function PaneUploads({ documentSession }: { documentSession: DocumentSession }) {
	const { file, refused, sanitized, withoutAltText: bare } = useDocumentSession(documentSession);
	return (
		<>
			{refused.map((one) => (
				<UploadRow key={`${one.name} ${one.bytes}`} file={one} />
			))}
			{sanitized.map((one) => (
				<UploadRow key={`${one.name} ${one.bytes}`} file={one} />
			))}
			{file && <UploadRow file={file} />}
			{bare && <AltTextPrompt key={bare.path} documentSession={documentSession} path={bare.path} />}
		</>
	);
}

function UploadRow({ file }: { file: PendingUpload }) {
	const locale = useLocale();
	const isOver = file.status.state === "done" || file.status.state === "refused";
	return (
		<div className={listStyles.actions}>
			{file.status.state === "done" && file.status.removed.length > 0 && <b>{file.name}</b>}
			{"sent" in file.status && (
				<progress
					max={file.bytes}
					value={file.status.sent}
					aria-label={text(locale, "progress", { name: file.name })}
				/>
			)}
			<span role={file.status.state === "refused" ? "alert" : "status"}>
				{stateText(locale, file.status, file.name, file.bytes)}
			</span>
			{file.status.state === "offline" && (
				<button type="button" aria-label={text(locale, "upAgainName", { name: file.name })} onClick={file.retryNow}>
					{text(locale, "upAgain")}
				</button>
			)}
			<button
				type="button"
				aria-label={text(locale, isOver ? "upCloseName" : "upCancelName", { name: file.name })}
				onClick={file.dismiss}
			>
				{text(locale, isOver ? "upClose" : "upCancel")}
			</button>
		</div>
	);
}

function AltTextPrompt({ documentSession, path }: { documentSession: DocumentSession; path: string }) {
	const locale = useLocale();
	const [words, setWords] = useState("");
	const language = localeOf(documentSession.segment);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		documentSession.setAltText(words.trim() || undefined);
	}
	return (
		<form className={formStyles.row} onSubmit={submit}>
			<Field
				label={text(locale, "describe", { path, language: languageName(language, locale) })}
				hint={text(locale, "describeHint")}
			>
				{(attributes) => (
					<input
						{...attributes}
						lang={language}
						value={words}
						maxLength={500}
						autoComplete="off"
						onChange={({ target }) => setWords(target.value)}
					/>
				)}
			</Field>
			<button type="submit">{text(locale, "describeSubmit")}</button>
			<button type="button" data-kind="quiet" onClick={() => documentSession.setAltText(undefined)}>
				{text(locale, "describeLater")}
			</button>
		</form>
	);
}

function stateText(locale: Locale, look: UploadStatus, name: string, bytes: number): string {
	if (look.state === "refused") return text(locale, "notSent", { name, why: whyText(locale, look.error) });
	if (look.state === "done" && look.removed.length > 0)
		return text(locale, "up.doneWithout", { removed: listed(locale, look.removed) });
	if (look.state === "offline") return text(locale, "onItsWayWaits", { name });
	if (look.state === "loggedOut") return text(locale, "onItsWayLogin", { name });
	const sent = "sent" in look ? look.sent : bytes;
	return text(locale, "onItsWay", { name, sent: fileSize(sent), bytes: fileSize(bytes) });
}
