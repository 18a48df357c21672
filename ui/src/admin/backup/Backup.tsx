import { type ReactElement, useState } from "react";
import { downloadBackup, restoreBackup } from "@/admin/api";
import { fieldErrorText, backupText as text } from "@/admin/backup/backupText";
import { moment } from "@/admin/moment";
import { saveFile } from "@/admin/saveFile";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { RestoredBackup } from "@/shared/http/types";
import { fileSize, number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

export async function open(): Promise<() => ReactElement> {
	return () => <Backup />;
}

/** Page to download a backup of the site, or to restore one. */
function Backup() {
	const locale = useLocale();
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			<Download />
			<Restore />
		</div>
	);
}

function Download() {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [done, setDone] = useState("");
	const download = () =>
		void send(async () => {
			setDone("");
			const { name, content } = await downloadBackup();
			saveFile(name, content);
			setDone(text(locale, "downloaded", { name, size: fileSize(content.size) }));
		});
	return (
		<section aria-labelledby="make-backup" className={sectionStyles.section}>
			<h2 id="make-backup">{text(locale, "download")}</h2>
			<p>{text(locale, "downloadNote")}</p>
			<p className={listStyles.actions}>
				<button type="button" data-kind="primary" aria-disabled={sending.state === "sending"} onClick={download}>
					{text(locale, "downloadSubmit")}
				</button>
			</p>
			{sending.state === "sending" && <Busy label={text(locale, "downloading")} />}
			<p role="status">{done}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}

function Restore() {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [chosen, setChosen] = useState<File>();
	const [restored, setRestored] = useState<RestoredBackup>();
	const restore = (file: File) =>
		void send(async () => {
			setRestored(await restoreBackup(file));
		});
	const error = fieldErrorText(locale, sending);
	return (
		<section aria-labelledby="restore-backup" className={sectionStyles.section}>
			<h2 id="restore-backup">{text(locale, "restore")}</h2>
			<p>{text(locale, "restoreNote")}</p>
			<Field label={text(locale, "file")} error={error}>
				{(attributes) => (
					<input
						{...attributes}
						type="file"
						accept=".zst"
						onChange={({ target }) => {
							setChosen(target.files?.[0]);
							setRestored(undefined);
						}}
					/>
				)}
			</Field>
			{chosen && sending.state !== "sending" && !restored && (
				<p className={listStyles.actions}>
					<ConfirmButton
						label={text(locale, "restoreSubmit")}
						name={text(locale, "restoreName", { name: chosen.name })}
						question={text(locale, "restoreSure")}
						act={() => restore(chosen)}
					/>
				</p>
			)}
			{sending.state === "sending" && <Busy label={text(locale, "restoring")} />}
			<p role="status">
				{restored &&
					text(locale, "restored", {
						moment: moment(restored.created_at),
						rows: number(restored.rows),
						files: number(restored.files),
						before: restored.before,
					})}
			</p>
			<p role="alert" className={formStyles.error}>
				{error === undefined && failureOf(locale, sending)}
			</p>
		</section>
	);
}

/** Progress indicator without a value, because the duration is unknown. */
function Busy({ label }: { label: string }) {
	return (
		<p>
			<progress aria-label={label} /> {label}
		</p>
	);
}
