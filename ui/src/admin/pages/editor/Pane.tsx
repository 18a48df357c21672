import { useEffect, useEffectEvent, useId, useRef } from "react";
import { Acknowledge, type AcknowledgedSegments } from "@/admin/pages/editor/Acknowledge";
import { afterFrames } from "@/admin/pages/editor/afterFrames";
import { ConflictResolver } from "@/admin/pages/editor/ConflictResolver";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { IssueList } from "@/admin/pages/editor/IssueList";
import { KeepCopy } from "@/admin/pages/editor/KeepCopy";
import { type Item, Menu } from "@/admin/pages/editor/Menu";
import { Outline } from "@/admin/pages/editor/Outline";
import styles from "@/admin/pages/editor/Pane.module.css";
import { PaneUploads } from "@/admin/pages/editor/PaneUploads";
import type { PageSession } from "@/admin/pages/editor/pageSession";
import { RecoverDraft } from "@/admin/pages/editor/RecoverDraft";
import { isLost, SaveState } from "@/admin/pages/editor/SaveState";
import { Toolbar } from "@/admin/pages/editor/Toolbar";
import type { CreateTextEditor } from "@/admin/pages/editor/textEditor";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { localeOf, otherOf } from "@/admin/pages/language";
import { TextMarks } from "@/admin/pages/TextMarks";
import { text } from "@/admin/pages/text";
import type { WrittenText } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageName, languageNames, useLocale } from "@/shared/i18n/locale";

interface PaneProps {
	documentSession: DocumentSession;
	pageSession: PageSession;
	written: WrittenText;
	/** Whether the whole page is in the trash. In this case the message about the trash is above both languages. */
	isTrashed: boolean;
	make: CreateTextEditor;
	/** Whether the editor of this language is created second, after the editor of the other language. */
	isSecond: boolean;
	hidden: boolean;
	enter: () => void;
	pickLink: () => void;
	pickImage: () => void;
	publish: () => void;
	showHistory: () => void;
	/** Saves both drafts, then marks segments as still correct. Returns false if a draft cannot be saved. */
	acknowledge: (correct: AcknowledgedSegments) => Promise<boolean>;
	undoAcknowledgement: (ids: string[]) => Promise<boolean>;
	/**
	 * Saves both drafts, then marks an untranslated copy as intentional or removes the mark. Returns false if a draft
	 * cannot be saved.
	 */
	keepCopy: (id: string, isKept: boolean) => Promise<boolean>;
	/** Called when saving fails because the text was deleted or moved to the trash. */
	lost: () => void;
	/** `isAhead`: whether the text has unpublished changes. */
	menu: (isAhead: boolean) => Item[];
}

/** One language of a page: its text, its status, and its actions. */
export function Pane(props: PaneProps) {
	const { pickLink, pickImage, lost, acknowledge, undoAcknowledgement, keepCopy } = props;
	const {
		documentSession,
		pageSession,
		written,
		isTrashed,
		make,
		isSecond,
		hidden,
		enter,
		publish,
		showHistory,
		menu,
	} = props;
	const locale = useLocale();
	const { changed, saving } = useDocumentSession(documentSession);
	const id = useId();
	const container = useRef<HTMLDivElement>(null);
	const language = localeOf(documentSession.segment);
	const name = languageName(language, locale);
	const label = text(locale, "textOf", { language: name });

	// Creates the text editors in different frames and requests the previews last, so that each frame is short.
	useEffect(() => {
		let end: (() => void) | undefined;
		const stopText = afterFrames(isSecond ? 3 : 1, () => {
			if (container.current)
				end = documentSession.attach(make, container.current, { locale, label, describedBy: `${id}-here` });
		});
		const stopRefresh = afterFrames(isSecond ? 9 : 6, documentSession.requestPreview);
		return () => {
			stopText();
			stopRefresh();
			end?.();
		};
	}, [documentSession, make, isSecond, locale, label, id]);

	const isTextLost = isLost(saving);
	const reportLoss = useEffectEvent(lost);
	useEffect(() => {
		if (isTextLost) reportLoss();
	}, [isTextLost]);

	const isAhead = changed || saving.state !== "saved";
	const isPublished = written.listed.state === "published";
	const items = menu(isAhead);
	const setLeader = () => {
		pageSession.setScrollLeader(documentSession.segment);
		enter();
	};
	return (
		<section className={styles.pane} aria-label={label} hidden={hidden}>
			<header className={styles.head}>
				<h2 lang={language}>{languageNames[language]}</h2>
				<div className={styles.states}>
					<TextMarks listed={{ ...written.listed, changed }} />
					{(written.may_edit || saving.state !== "saved") && <SaveState documentSession={documentSession} />}
				</div>
				<div className={styles.acts}>
					{written.may_edit && (
						<button
							type="button"
							data-kind={isAhead || !isPublished ? "primary" : undefined}
							aria-keyshortcuts="Control+Enter"
							onClick={publish}
						>
							{text(locale, "publish")}
						</button>
					)}
					<button type="button" onClick={showHistory}>
						{text(locale, "history")}
					</button>
					{items.length > 0 && (
						<Menu label={text(locale, "more")} name={text(locale, "moreName", { language: name })} items={items} />
					)}
				</div>
			</header>
			<ConflictResolver documentSession={documentSession} />
			<RecoverDraft documentSession={documentSession} mayTake={written.may_edit} />
			{written.may_edit ? (
				<Toolbar
					documentSession={documentSession}
					label={text(locale, "toolsOf", { language: name })}
					pickLink={pickLink}
					pickImage={pickImage}
				/>
			) : (
				!isTrashed && (
					<p className={styles.none}>{text(locale, written.listed.state === "trash" ? "takenDown" : "readOnly")}</p>
				)
			)}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers only activate this language and
			    synchronize scrolling. */}
			<div
				ref={container}
				className={styles.place}
				onFocus={setLeader}
				onPointerEnter={() => pageSession.setScrollLeader(documentSession.segment)}
				onTouchStart={() => pageSession.setScrollLeader(documentSession.segment)}
			/>
			<PaneUploads documentSession={documentSession} />
			<PaneFooter
				documentSession={documentSession}
				hasOther={pageSession.at(otherOf(documentSession.segment)) !== undefined}
				id={`${id}-here`}
			/>
			{written.may_edit && (
				<Acknowledge documentSession={documentSession} acknowledge={acknowledge} undo={undoAcknowledgement} />
			)}
			{written.may_edit && <KeepCopy documentSession={documentSession} keep={keepCopy} />}
			<IssueList documentSession={documentSession} mayEdit={written.may_edit} />
			<Outline documentSession={documentSession} />
		</section>
	);
}

/** Word count of the text, and status of the segment at the caret. */
function PaneFooter({
	documentSession,
	hasOther,
	id,
}: {
	documentSession: DocumentSession;
	hasOther: boolean;
	id: string;
}) {
	const locale = useLocale();
	const { lastPreview: seen, here, line } = useDocumentSession(documentSession);
	const words = seen?.preview.words;
	return (
		<p className={styles.foot}>
			<span id={id} data-state={here?.state}>
				{text(locale, "line", { line: number(line) })}
				{hasOther && here && ` · ${text(locale, `segment.${here.state}`)}`}
			</span>
			{words && (
				<span>
					{[
						words.han > 0 && text(locale, "hanCount", { count: number(words.han) }),
						words.words > 0 && text(locale, "wordCount", { count: number(words.words) }),
					]
						.filter(Boolean)
						.join(" · ")}
				</span>
			)}
		</p>
	);
}
