import { useEffect, useState } from "react";
import { moment } from "@/admin/moment";
import { discard, previewLink, unpublish, unschedule, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import styles from "@/admin/pages/editor/Dialog.module.css";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { GateDialog } from "@/admin/pages/editor/GateDialog";
import { HistoryDialog } from "@/admin/pages/editor/HistoryDialog";
import { ImagePicker } from "@/admin/pages/editor/ImagePicker";
import { LinkPicker } from "@/admin/pages/editor/LinkPicker";
import { MoveDialog } from "@/admin/pages/editor/MoveDialog";
import { ParentDialog } from "@/admin/pages/editor/ParentDialog";
import { PublishDialog } from "@/admin/pages/editor/PublishDialog";
import type { PageSession } from "@/admin/pages/editor/pageSession";
import { SourceDialog } from "@/admin/pages/editor/SourceDialog";
import { localeOf, otherOf, type Segment, segmentOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { failureOf, fieldErrors, useMutation } from "@/admin/useMutation";
import type { PreviewLink, WrittenPage } from "@/shared/http/types";
import { languageName, useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import { SecretField } from "@/shared/ui/SecretField";

/** Dialog of the editor for one language of the page. */
export interface EditorDialog {
	what: "publish" | "history" | "link" | "image" | "move" | "parent" | "source" | "gate" | "share" | Removal;
	segment: Segment;
}

/** Actions that require a confirmation, because they remove something. */
export type Removal = "unschedule" | "unpublish" | "discard";

/** Whether the dialog is available. A read-only text has no dialogs to publish it or to insert links and images. */
export function canOpen({ what, segment }: EditorDialog, page: WrittenPage): boolean {
	const writes = what === "publish" || what === "link" || what === "image";
	return !writes || page[segment]?.may_edit === true;
}

interface EditorDialogsProps {
	doing: EditorDialog;
	page: WrittenPage;
	pageSession: PageSession;
	done: (message: string) => Promise<void>;
	refresh: () => Promise<void>;
	/** Shows the editor pane of a language. */
	show: (segment: Segment) => void;
	close: () => void;
}

export function EditorDialogs({
	doing: { what, segment },
	page,
	pageSession,
	done,
	refresh,
	show,
	close,
}: EditorDialogsProps) {
	const documentSession = pageSession.at(segment);
	const version = page[segment];
	if (!documentSession || !version) return null;
	const other = otherOf(segment);
	if (what === "publish")
		return (
			<PublishDialog
				page={page}
				documentSession={documentSession}
				other={pageSession.at(other)}
				otherText={page[other]}
				done={done}
				refresh={refresh}
				show={show}
				close={close}
			/>
		);
	if (what === "history")
		return (
			<HistoryDialog
				id={page.id}
				documentSession={documentSession}
				mayEdit={version.may_edit}
				done={done}
				close={close}
			/>
		);
	if (what === "link") return <LinkPicker documentSession={documentSession} file={version.file} close={close} />;
	if (what === "image") return <ImagePicker documentSession={documentSession} close={close} />;
	if (what === "move") return <MoveDialog id={page.id} path={version.listed.path} done={done} close={close} />;
	if (what === "parent") return <ParentDialog page={page} done={done} close={close} />;
	if (what === "source")
		return <SourceDialog id={page.id} source={segmentOf(page.source_locale)} done={done} close={close} />;
	if (what === "gate") return <GateDialog page={page} done={done} close={close} />;
	if (what === "share") return <Share id={page.id} documentSession={documentSession} close={close} />;
	return (
		<RemovalDialog
			what={what}
			page={page}
			documentSession={documentSession}
			other={pageSession.at(other)}
			done={done}
			close={close}
		/>
	);
}

/** Dialog that creates a preview link, which shows the draft to readers without an account. */
function Share({ id, documentSession, close }: { id: string; documentSession: DocumentSession; close: () => void }) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [link, setLink] = useState<PreviewLink>();
	const ask = () =>
		send(async () => {
			await documentSession.saver.flush();
			setLink(await previewLink(id, documentSession.segment));
		});
	// biome-ignore lint/correctness/useExhaustiveDependencies: requested once, when the dialog opens.
	useEffect(() => void ask(), []);
	return (
		<Dialog title={text(locale, "do.share")} close={close}>
			{link && (
				<SecretField
					label={text(locale, "shareLabel")}
					value={link.url}
					note={text(locale, "shareNote", { moment: moment(link.expires_at) })}
				/>
			)}
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</Dialog>
	);
}

interface RemovalDialogProps {
	what: Removal;
	page: WrittenPage;
	documentSession: DocumentSession;
	/** Editing session of the other language, if the page has a text in that language. */
	other: DocumentSession | undefined;
	done: (message: string) => Promise<void>;
	close: () => void;
}

function RemovalDialog({ what, page, documentSession, other, done, close }: RemovalDialogProps) {
	const { id, publish_gate } = page;
	const locale = useLocale();
	const [sending, send] = useMutation();
	const { segment, saver } = documentSession;
	const version = page[otherOf(segment)];
	const mayBoth =
		what === "unpublish" && version?.listed.state === "published" && version.may_edit && other !== undefined;
	const [wantsBoth, setBoth] = useState((publish_gate.own ?? publish_gate.area) === "together");
	const withOther = mayBoth && wantsBoth ? other : undefined;
	const isGated = fieldErrors(sending).some(({ field }) => field === "gate");
	const act = () =>
		void send(async () => {
			if (what === "unschedule") await unschedule(id, segment);
			else {
				// Saves first, because the request must contain the current revision of the text on the server.
				await saver.flush();
				await withOther?.saver.flush();
				if (what === "unpublish") await unpublish(id, segment, saver.revision(), withOther?.saver.revision());
				else {
					await discard(id, segment, saver.revision());
					const now = (await written(id))[segment];
					if (now) saver.replaceBase(now.text, now.revision);
				}
			}
			await done(text(locale, `done.${what}`));
			close();
		});
	return (
		<Dialog title={text(locale, `do.${what}`)} close={close}>
			<p>{text(locale, `sure.${what}`, { language: languageName(localeOf(segment), locale) })}</p>
			{mayBoth && (
				<label className={styles.check}>
					<input type="checkbox" checked={wantsBoth} onChange={({ target }) => setBoth(target.checked)} />
					{text(locale, "unpublishBoth", { language: languageName(localeOf(otherOf(segment)), locale) })}
				</label>
			)}
			<p className={listStyles.actions}>
				<button type="button" data-kind="primary" aria-disabled={sending.state === "sending"} onClick={act}>
					{text(locale, `do.${what}`)}
				</button>
				<button type="button" onClick={close}>
					{text(locale, "leave")}
				</button>
			</p>
			<p role="alert" className={formStyles.error}>
				{isGated ? text(locale, "gate.other-published") : failureOf(locale, sending)}
			</p>
		</Dialog>
	);
}
