import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { acknowledge, keepCopies, restorePage, undoAcknowledgement, written } from "@/admin/pages/api";
import type { AcknowledgedSegments } from "@/admin/pages/editor/Acknowledge";
import { Actions } from "@/admin/pages/editor/Actions";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Editor.module.css";
import { canOpen, type EditorDialog, EditorDialogs, type Removal } from "@/admin/pages/editor/EditorDialogs";
import { FrontLink } from "@/admin/pages/editor/FrontLink";
import { GitNote } from "@/admin/pages/editor/GitNote";
import { InTrash } from "@/admin/pages/editor/InTrash";
import { MissingPane } from "@/admin/pages/editor/MissingPane";
import { Pane } from "@/admin/pages/editor/Pane";
import { Presence } from "@/admin/pages/editor/Presence";
import { PreviewPane } from "@/admin/pages/editor/PreviewPane";
import { pageSession as newPageSession, type PageSession, type PaneName } from "@/admin/pages/editor/pageSession";
import { textareaEditor } from "@/admin/pages/editor/textareaEditor";
import { type CreateTextEditor, prefersPlain, rememberPlain } from "@/admin/pages/editor/textEditor";
import { useEditing } from "@/admin/pages/editor/useEditing";
import { useIsNarrow } from "@/admin/pages/editor/useIsNarrow";
import { useScheduledRefresh } from "@/admin/pages/editor/useScheduledRefresh";
import { isSegment, localeOf, otherOf, type Segment, segmentOf, segments } from "@/admin/pages/language";
import { mayEditWhole } from "@/admin/pages/limits";
import { OtherUserDrafts } from "@/admin/pages/OtherUserDrafts";
import { isInTrash, languagesInTrash } from "@/admin/pages/pageState";
import { text } from "@/admin/pages/text";
import { may } from "@/admin/roles";
import { queryOf } from "@/shared/address";
import type { User, WrittenPage } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageNames, useLocale } from "@/shared/i18n/locale";

export async function open({ user, login, below, query, signal }: RouteArgs): Promise<View> {
	const [page, code] = await Promise.all([written(below, signal), codeEditor()]);
	const segment = isSegment(query.locale) && page[query.locale] ? query.locale : sourceOf(page);
	const title = titleOf(page, segment);
	const props = { user, login, first: page, code, begin: segment };
	// After another user logs in, the editor starts from the server's text; the earlier user's text stays in local
	// storage.
	return Object.assign(() => <Editor key={`${user.id} ${page.id}`} {...props} />, { title, width: "full" as const });
}

/** Loads the code editor; undefined (for a plain text area) if loading fails or the user prefers a plain text area. */
async function codeEditor(): Promise<CreateTextEditor | undefined> {
	if (prefersPlain()) return undefined;
	return import("@/admin/pages/editor/codeMirrorEditor").then(
		({ codeMirrorEditor }) => codeMirrorEditor,
		(error: unknown) => {
			console.error("loading code editor failed", error);
			return undefined;
		},
	);
}

function sourceOf(page: WrittenPage): Segment {
	const source = segmentOf(page.source_locale);
	return page[source] ? source : otherOf(source);
}

function titleOf(page: WrittenPage, segment: Segment): string {
	return page[segment]?.listed.title || page.key;
}

/**
 * Updates the heading and the document title when the title of the page changes. The route is not reloaded, because if
 * that failed, its error page would replace the text that the user is typing.
 */
function useTitle(title: string): void {
	const before = useRef(title);
	useEffect(() => {
		const heading = document.querySelector("h1");
		if (heading) heading.textContent = title;
		document.title = document.title.replace(before.current, () => title);
		before.current = title;
	}, [title]);
}

interface EditorProps {
	user: User;
	/** Token of the session in which the page was requested, as in `RouteArgs`. */
	login: string | undefined;
	first: WrittenPage;
	code: CreateTextEditor | undefined;
	begin: Segment;
}

/** Page editor: both languages side by side, and a preview of one. */
function Editor({ user, login, first, code, begin }: EditorProps) {
	const locale = useLocale();
	const isNarrow = useIsNarrow();
	const [page, setPage] = useState(first);
	const [openedDialog, setOpenedDialog] = useState<EditorDialog>();
	const [message, setMessage] = useState("");
	const [active, setActive] = useState<Segment>(begin);
	const [tab, setTab] = useState<PaneName>(begin);
	const [sideBySide, setSideBySide] = useState<PaneName[]>(() =>
		window.innerWidth < 1200 ? ["zh", "en"] : ["zh", "en", "preview"],
	);
	const [make, setMake] = useState<CreateTextEditor>(() => code ?? textareaEditor);
	const [pageSession, setPageSession] = useState(() => createPageSession(first));
	const others = useEditing(page.id, active, page.editing, () => {
		for (const segment of segments) pageSession.at(segment)?.saver.again();
	});

	useTitle(titleOf(page, begin));
	useScheduledRefresh(page.zh?.listed.publish_at ?? null, refresh);
	useScheduledRefresh(page.en?.listed.publish_at ?? null, refresh);

	useEffect(() => {
		const leave = (event: BeforeUnloadEvent) => {
			if (segments.some((segment) => pageSession.at(segment)?.isAtRisk())) event.preventDefault();
		};
		// Saves when the page is hidden, because mobile browsers may discard a page in the background.
		const hide = () => {
			if (document.visibilityState !== "hidden") return;
			for (const segment of segments) void pageSession.at(segment)?.saver.flush();
		};
		window.addEventListener("beforeunload", leave);
		document.addEventListener("visibilitychange", hide);
		return () => {
			window.removeEventListener("beforeunload", leave);
			document.removeEventListener("visibilitychange", hide);
			pageSession.stop();
		};
	}, [pageSession]);

	// Moves the caret to the segment or the line that the URL specifies.
	useEffect(() => {
		const { segment: named, line } = queryOf(location.search);
		const id = named ?? location.hash.slice(1);
		const found = id === "" ? undefined : pageSession.open(id);
		if (found) {
			setActive(found);
			setTab(found);
		} else if (line !== undefined) pageSession.at(begin)?.reveal(Number(line) || 1, "caret");
	}, [pageSession, begin]);

	/** Shows the pane of a language and makes that language active. */
	const show = useCallback((segment: Segment) => {
		setActive(segment);
		setTab(segment);
		setSideBySide((places) => (places.includes(segment) ? places : [...places, segment]));
	}, []);

	function enter(segment: Segment): void {
		setActive(segment);
		setTab((now) => (now === "preview" ? now : segment));
	}

	async function done(doneMessage: string): Promise<void> {
		await refresh();
		setMessage(doneMessage);
	}

	/** Requests the page again and applies the response. */
	async function refresh(): Promise<void> {
		await syncWith(written(page.id));
	}

	/** Applies a page from a response. A text that was saved after the request was sent is not replaced. */
	async function syncWith(response: Promise<WrittenPage>): Promise<WrittenPage> {
		const revisions = segments.map((segment) => pageSession.at(segment)?.saver.revision());
		const now = await response;
		for (const [at, segment] of segments.entries()) {
			const version = now[segment];
			const known = revisions[at];
			if (version && known !== undefined) pageSession.at(segment)?.sync(version, known);
			else pageSession.add(now, segment);
		}
		setPage(now);
		return now;
	}

	/**
	 * Saves both languages, so that the next request refers to the displayed texts. Returns the session of `segment` and
	 * the revision of the other language; undefined if a text cannot be saved.
	 */
	async function saveBoth(
		segment: Segment,
	): Promise<{ documentSession: DocumentSession; other: { other?: string } } | undefined> {
		const [own, other] = [pageSession.at(segment), pageSession.at(otherOf(segment))];
		if (!own) return undefined;
		const areSaved = await Promise.all([own.saver.flush(), other?.saver.flush() ?? true]);
		if (areSaved.includes(false)) return undefined;
		return { documentSession: own, other: other ? { other: other.saver.revision() } : {} };
	}

	async function markCorrect(segment: Segment, correct: AcknowledgedSegments): Promise<boolean> {
		const own = await saveBoth(segment);
		if (!own) return false;
		await syncWith(acknowledge(page.id, segment, { ...correct, ...own.other }, own.documentSession.saver.revision()));
		setMessage(text(locale, "acknowledged"));
		return true;
	}

	async function undoCorrect(segment: Segment, ids: string[]): Promise<boolean> {
		const own = await saveBoth(segment);
		if (!own) return false;
		const revision = own.documentSession.saver.revision();
		await syncWith(undoAcknowledgement(page.id, segment, { segments: ids, ...own.other }, revision));
		setMessage(text(locale, "acknowledgeUndone", { count: number(ids.length) }));
		return true;
	}

	/** Marks or unmarks an intentional copy. The request contains all intentional copies and replaces the list. */
	async function keepCopy(segment: Segment, id: string, isKept: boolean): Promise<boolean> {
		const own = await saveBoth(segment);
		if (!own) return false;
		const copies = own.documentSession.segments().filter((one) => one.kept !== null && one.id !== id);
		const ids = [...copies.map((one) => one.id), ...(isKept ? [id] : [])];
		await syncWith(keepCopies(page.id, segment, { segments: ids, ...own.other }, own.documentSession.saver.revision()));
		setMessage(text(locale, isKept ? "copyKept" : "copyUndone"));
		return true;
	}

	/** Restores the page from the trash. Its texts become editable, and text that is not saved yet is sent. */
	async function restoreFromTrash(): Promise<void> {
		const now = await syncWith(restorePage(page.id));
		const sessions = segments.flatMap((segment) => pageSession.at(segment) ?? []);
		if (sessions.every(({ saver }) => saver.now().state === "saved")) setPageSession(createPageSession(now));
		else for (const { saver } of sessions) void saver.flush();
		setMessage(text(locale, "takenBack"));
	}

	function createPageSession(page: WrittenPage): PageSession {
		const created: PageSession = newPageSession(page, { ...user, login }, (segment, command) => {
			if (command === "save") void created.at(segment)?.saver.flush();
			else setOpenedDialog({ what: command, segment });
		});
		return created;
	}

	const isShown = (place: PaneName) => (isNarrow ? tab === place : sideBySide.includes(place));
	function toggle(place: PaneName): void {
		if (isNarrow) setTab(place);
		else if (!sideBySide.includes(place)) setSideBySide([...sideBySide, place]);
		// At least one pane stays open.
		else if (sideBySide.length > 1) setSideBySide(sideBySide.filter((other) => other !== place));
		if (place !== "preview") setActive(place);
	}
	const isPlain = make === textareaEditor;
	async function switchTextEditor(): Promise<void> {
		rememberPlain(!isPlain);
		if (!isPlain) setMake(() => textareaEditor);
		else {
			const loaded = await codeEditor();
			if (loaded) setMake(() => loaded);
			else setMessage(text(locale, "codeFailed"));
		}
	}

	// Clears a dialog that cannot open, so that it does not open later, when the text becomes editable. For example, a
	// shortcut has requested the dialog in a read-only text.
	if (openedDialog && !canOpen(openedDialog, page)) setOpenedDialog(undefined);

	const inTrash = languagesInTrash(page);
	const isTrashed = isInTrash(page);
	const mayWhole = mayEditWhole(user, page);
	const previewed = pageSession.at(active) ?? pageSession.at(begin);
	const places: PaneName[] = ["zh", "en", "preview"];
	return (
		<div className={styles.editor}>
			<div className={styles.bar}>
				<fieldset className={styles.places}>
					<legend className="visually-hidden">{text(locale, "shown")}</legend>
					{places.map((place) => (
						<button
							key={place}
							type="button"
							aria-pressed={isShown(place)}
							lang={place === "preview" ? undefined : localeOf(place)}
							onClick={() => toggle(place)}
						>
							{place === "preview" ? text(locale, "previewTab") : languageNames[localeOf(place)]}
						</button>
					))}
				</fieldset>
				<button type="button" aria-pressed={isPlain} onClick={() => void switchTextEditor()}>
					{text(locale, "plain")}
				</button>
				{page.area === "landing" && !isTrashed && <FrontLink name={page.key} pageSession={pageSession} />}
				{mayWhole && !isTrashed && (
					<Actions
						page={page}
						move={() => setOpenedDialog({ what: "move", segment: begin })}
						parent={() => setOpenedDialog({ what: "parent", segment: begin })}
						source={() => setOpenedDialog({ what: "source", segment: begin })}
						gate={() => setOpenedDialog({ what: "gate", segment: begin })}
					/>
				)}
			</div>
			<p role="status" className={styles.told}>
				{message}
			</p>
			{inTrash.length > 0 && (
				<InTrash language={isTrashed ? undefined : inTrash[0]} mayRestore={mayWhole} restorePage={restoreFromTrash} />
			)}
			<GitNote page={page} />
			<Presence others={others} />
			<OtherUserDrafts id={page.id} by={user.id} saved={segments.map((segment) => first[segment]?.text)} />
			<div className={styles.panes}>
				{segments.map((segment, at) => {
					const version = page[segment];
					const documentSession = pageSession.at(segment);
					const hidden = !isShown(segment);
					if (!version || !documentSession)
						return (
							<MissingPane
								key={segment}
								id={page.id}
								segment={segment}
								hidden={hidden}
								mayBegin={!isTrashed && (may(user, "pages-edit") || may(user, "translations-edit"))}
								flush={async () => (await pageSession.at(otherOf(segment))?.saver.flush()) ?? true}
								done={done}
							/>
						);
					const openDialog = (what: EditorDialog["what"]) => () => setOpenedDialog({ what, segment });
					return (
						<Pane
							key={segment}
							documentSession={documentSession}
							pageSession={pageSession}
							written={version}
							isTrashed={isTrashed}
							make={make}
							isSecond={at > 0}
							hidden={hidden}
							enter={() => enter(segment)}
							pickLink={openDialog("link")}
							pickImage={openDialog("image")}
							publish={openDialog("publish")}
							showHistory={openDialog("history")}
							acknowledge={(correct) => markCorrect(segment, correct)}
							undoAcknowledgement={(ids) => undoCorrect(segment, ids)}
							keepCopy={(id, isKept) => keepCopy(segment, id, isKept)}
							lost={() => void refresh().catch((error: unknown) => console.debug("reloading page failed", error))}
							menu={(isAhead) => menuOf(segment, isAhead)}
						/>
					);
				})}
				{previewed && (
					<PreviewPane
						documentSession={previewed}
						pageSession={pageSession}
						isTitled={page.area !== "landing"}
						hidden={!isShown("preview")}
					/>
				)}
			</div>
			{openedDialog && (
				<EditorDialogs
					key={`${openedDialog.what} ${openedDialog.segment}`}
					doing={openedDialog}
					page={page}
					pageSession={pageSession}
					done={done}
					refresh={refresh}
					show={show}
					close={() => setOpenedDialog(undefined)}
				/>
			)}
		</div>
	);

	function menuOf(segment: Segment, hasUnpublishedChanges: boolean) {
		const version = page[segment];
		const item = (what: "share" | Removal) => ({
			name: text(locale, `do.${what}`),
			act: () => setOpenedDialog({ what, segment }),
		});
		if (!version?.may_edit) return [];
		return [
			item("share"),
			...(version.listed.publish_at === null ? [] : [item("unschedule")]),
			...(version.listed.state === "published" ? [item("unpublish")] : []),
			...(version.listed.state === "published" && hasUnpublishedChanges ? [item("discard")] : []),
		];
	}
}
