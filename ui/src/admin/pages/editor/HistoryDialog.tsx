import { useEffect, useState } from "react";
import { ExactTime } from "@/admin/ExactTime";
import { difference, restoreRevision, revisions, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import styles from "@/admin/pages/editor/Dialog.module.css";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { Lines } from "@/admin/pages/editor/Lines";
import { localeOf } from "@/admin/pages/language";
import { named, text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { TextDiff, TextRevision } from "@/shared/http/types";
import { day, number } from "@/shared/i18n/format";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

interface HistoryDialogProps {
	id: string;
	documentSession: DocumentSession;
	mayEdit: boolean;
	done: (message: string) => Promise<void>;
	close: () => void;
}

/** Revisions of a text, newest first, with their differences from the draft and a restore action. */
export function HistoryDialog({ id, documentSession, mayEdit, done, close }: HistoryDialogProps) {
	const locale = useLocale();
	const { segment } = documentSession;
	const [sending, send] = useMutation();
	const [rows, setRows] = useState<TextRevision[]>([]);
	const [total, setTotal] = useState<number>();
	const [pages, setPages] = useState(0);
	const [shown, setShown] = useState<{ number: number; diff: TextDiff }>();

	const more = () =>
		send(async () => {
			if (pages === 0) await documentSession.saver.flush();
			const found = await revisions(id, segment, pages + 1);
			setRows([...rows, ...found.data]);
			setTotal(found.total ?? found.data.length);
			setPages(pages + 1);
		});
	// biome-ignore lint/correctness/useExhaustiveDependencies: the first page is requested when the dialog opens.
	useEffect(() => void more(), []);

	const compare = (revision: TextRevision) =>
		void send(async () => {
			await documentSession.saver.flush();
			setShown({ number: revision.number, diff: await difference(id, segment, revision.number, "draft") });
		});
	const restore = (revision: TextRevision) =>
		void send(async () => {
			await documentSession.saver.flush();
			await restoreRevision(id, segment, revision.number, documentSession.saver.revision());
			const now = (await written(id))[segment];
			if (now) documentSession.saver.replaceBase(now.text, now.revision);
			await done(restoredText(locale, revision));
			close();
		});

	const language = languageName(localeOf(segment), locale);
	return (
		<Dialog title={text(locale, "historyTitle", { language })} close={close}>
			<p role="status">
				{total === undefined && sending.state === "sending" && text(locale, "historyLooking")}
				{total === 0 && text(locale, "historyNone")}
			</p>
			<ol className={styles.revisions} aria-label={text(locale, "history")}>
				{rows.map((revision) => (
					<li key={revision.number}>
						<p>
							<b>{revisionText(locale, revision)}</b>{" "}
							{revision.published && <span className={listStyles.badge}>{text(locale, "revisionPublished")}</span>}{" "}
							<ExactTime at={revision.created_at} /> {revision.author !== revision.origin && revision.author}{" "}
							<small>{named(locale, `origin.${revision.origin}`) ?? revision.origin}</small>
						</p>
						<p className={listStyles.actions}>
							<button
								type="button"
								aria-expanded={shown?.number === revision.number}
								onClick={() => (shown?.number === revision.number ? setShown(undefined) : compare(revision))}
							>
								{text(locale, "compare")}
							</button>
							{mayEdit && (
								<ConfirmButton
									label={text(locale, "restore")}
									name={restoreText(locale, revision)}
									question={text(locale, "restoreSure")}
									act={() => restore(revision)}
								/>
							)}
						</p>
						{shown?.number === revision.number && <Difference diff={shown.diff} documentSession={documentSession} />}
					</li>
				))}
			</ol>
			{total !== undefined && rows.length < total && (
				<button type="button" onClick={() => void more()}>
					{text(locale, "historyMore")}
				</button>
			)}
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</Dialog>
	);
}

/** Returns the Git commit and the day of a text that is older than the first revision; undefined for revisions. */
function commitOf({ commit, created_at }: TextRevision, locale: Locale) {
	return commit === null ? undefined : { commit: commit.slice(0, 10), day: day(locale, created_at) };
}

function revisionText(locale: Locale, revision: TextRevision): string {
	const commit = commitOf(revision, locale);
	return commit ? text(locale, "revisionCommit", commit) : text(locale, "revision", numberOf(revision));
}

function restoreText(locale: Locale, revision: TextRevision): string {
	const commit = commitOf(revision, locale);
	return commit ? text(locale, "restoreCommitName", commit) : text(locale, "restoreName", numberOf(revision));
}

function restoredText(locale: Locale, revision: TextRevision): string {
	const commit = commitOf(revision, locale);
	return commit ? text(locale, "revisionCommitDraft", commit) : text(locale, "restored", numberOf(revision));
}

function numberOf(revision: TextRevision) {
	return { number: number(revision.number) };
}

function Difference({ diff, documentSession }: { diff: TextDiff; documentSession: DocumentSession }) {
	const locale = useLocale();
	if (diff.added + diff.removed === 0) return <p>{text(locale, "compareSame")}</p>;
	const counts = { added: number(diff.added), removed: number(diff.removed) };
	return (
		<>
			<p>{text(locale, "compareCounts", counts)}</p>
			<Lines lines={diff.lines} lang={localeOf(documentSession.segment)} label={text(locale, "compareLines")} />
		</>
	);
}
