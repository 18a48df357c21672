import { type FormEvent, useCallback, useEffect, useState } from "react";
import { moment } from "@/admin/moment";
import { changes, publish } from "@/admin/pages/api";
import { parseConflictBody } from "@/admin/pages/editor/autosave";
import { verdicts as allVerdicts, ChangedSegment } from "@/admin/pages/editor/ChangedSegment";
import { Copied } from "@/admin/pages/editor/Copied";
import { afterClosing, Dialog } from "@/admin/pages/editor/Dialog";
import styles from "@/admin/pages/editor/Dialog.module.css";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { IssueText } from "@/admin/pages/editor/IssueText";
import { MissingAltText } from "@/admin/pages/editor/MissingAltText";
import {
	affecting,
	areOfOneText,
	decisionsOf,
	gateIssuesOf,
	imagesWithoutAltText,
	isBlank,
	type MissingAltImage,
	outdatedBy,
	usualVerdict,
} from "@/admin/pages/editor/publishing";
import { localeOf, otherOf, type Segment } from "@/admin/pages/language";
import { named, text } from "@/admin/pages/text";
import { failureOf, fieldErrors, useMutation } from "@/admin/useMutation";
import { ProblemError } from "@/shared/http/api";
import type { DraftChanges, Verdict, WrittenPage, WrittenText } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { joinSentences, withTrailingSpace } from "@/shared/i18n/join";
import { languageName, useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";
import { momentOf, TimeField, timeZoneName } from "@/shared/ui/TimeField";

interface PublishDialogProps {
	page: WrittenPage;
	documentSession: DocumentSession;
	/** Editing session of the other language, if the page has a text in that language. */
	other: DocumentSession | undefined;
	otherText: WrittenText | null;
	/** Called with the message to show. */
	done: (message: string) => Promise<void>;
	/** Reloads the page from the server. */
	refresh: () => Promise<void>;
	/** Shows the pane of a language. */
	show: (segment: Segment) => void;
	close: () => void;
}

/**
 * Dialog to publish a text now or at a scheduled time. It lists the changes. For each change that affects the other
 * language, the user selects a verdict.
 */
export function PublishDialog({
	page,
	documentSession,
	other,
	otherText,
	done,
	refresh,
	show,
	close,
}: PublishDialogProps) {
	const locale = useLocale();
	const { segment } = documentSession;
	const [sending, send] = useMutation();
	const [found, setFound] = useState<DraftChanges>();
	const [unsaved, setUnsaved] = useState<DocumentSession>();
	const [verdicts, setVerdicts] = useState<Record<string, Verdict>>({});
	const [isLater, setLater] = useState(false);
	const [time, setTime] = useState("");
	const publishesTogether = (page.publish_gate.own ?? page.publish_gate.area) === "together";
	const [wantsOther, setWithOther] = useState<boolean>();
	const [bare, setBare] = useState<MissingAltImage[]>([]);

	const look = useCallback(async () => {
		setUnsaved(undefined);
		// The server publishes the saved text.
		const [isSaved, isOtherSaved] = await Promise.all([documentSession.saver.flush(), other?.saver.flush() ?? true]);
		const waiting = isSaved ? (isOtherSaved ? undefined : other) : documentSession;
		setUnsaved(waiting);
		setFound(waiting ? undefined : await changes(page.id, segment));
		// Displays the pane whose text could not be saved, because the error message is above that text.
		if (waiting) show(waiting.segment);
	}, [page.id, segment, documentSession, other, show]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on opening; `send` is new in every render.
	useEffect(() => void send(look), [look]);

	/** Whether `revision` is a revision of the text in the other language. */
	const isAboutOther = (revision: string | undefined) =>
		revision !== undefined && other !== undefined && areOfOneText(revision, other.saver.revision());

	/** After a conflict, merges the published text from the response, or reloads the page. Then loads the changes. */
	const again = (error: ProblemError) =>
		void send(async () => {
			setFound(undefined);
			const published = parseConflictBody(error, "current");
			const began = parseConflictBody(error, "base");
			const stale = isAboutOther(published?.revision) ? other : documentSession;
			if (published && began) stale?.saver.rebase(began.text, published);
			else await refresh();
			await look();
		});

	const at = isLater ? momentOf(time) : undefined;
	const isPast = at !== undefined && at <= Date.now();
	const otherName = languageName(localeOf(otherOf(segment)), locale);
	// Uses the state after the last save, because the loaded page may be older.
	const mayBoth = otherText?.may_edit === true && (other?.state().changed || otherText.listed.state === "draft");

	const withOther = mayBoth && (wantsOther ?? publishesTogether);
	const affected = affecting(found?.segments ?? []);
	const decisions = decisionsOf(affected, verdicts, withOther);
	const outdated = outdatedBy(affected, decisions);
	const missing = found?.segments.filter((change) => change.not_translated).length ?? 0;

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!found || (isLater && (at === undefined || isPast))) return;
		void send(async () => {
			const answer = await publish(
				page.id,
				segment,
				{
					decisions,
					...(at === undefined ? {} : { at }),
					...(withOther && other ? { other: other.saver.revision() } : {}),
				},
				found.revision,
			).catch((error: unknown) => {
				const images = error instanceof ProblemError ? imagesWithoutAltText(error) : [];
				if (images.length > 0) setBare(images);
				throw error;
			});
			const later = answer.publish_at;
			await done(
				later === null ? text(locale, "published") : text(locale, "publishedLater", { moment: moment(later) }),
			);
			close();
		});
	}

	const gaps = sending.state === "refused" ? gateIssuesOf(sending.error) : [];
	const isMissingAltText = sending.state === "refused" && imagesWithoutAltText(sending.error).length > 0;
	const isStale = sending.state === "refused" && sending.error.problem.status === 412;
	const isOtherStale = isStale && isAboutOther(parseConflictBody(sending.error, "current")?.revision);
	const go = (to: DocumentSession, line: number) =>
		afterClosing(
			() => {
				close();
				show(to.segment);
			},
			() => to.reveal(line, "caret"),
		);

	const language = languageName(localeOf(segment), locale);
	// A front page block may have all of its content in the front matter.
	const isEmpty = page.area !== "landing" && isBlank(documentSession.saver.text());
	const isFirst = page[segment]?.listed.state === "draft";
	const errors = found?.issues.filter(({ severity }) => severity === "error") ?? [];
	return (
		<Dialog title={text(locale, "publishTitle", { language })} close={close}>
			{unsaved && (
				<p role="alert" className={formStyles.error}>
					{text(locale, unsaved === documentSession ? "publishUnsaved" : "publishUnsavedOther", {
						language: otherName,
					})}
				</p>
			)}
			{!found && !unsaved && sending.state === "sending" && <p role="status">{text(locale, "publishLooking")}</p>}
			{found && (
				<form className={styles.form} onSubmit={submit}>
					{errors.length > 0 && (
						<div className={panelStyles.warning}>
							<p>{text(locale, "publishErrors", { count: number(errors.length) })}</p>
							<ul className={styles.issues}>
								{errors.map((issue) => (
									<li key={`${issue.line} ${issue.code} ${issue.detail}`}>
										{issue.line !== null && `${text(locale, "line", { line: number(issue.line) })} `}
										<IssueText issue={issue} />
									</li>
								))}
							</ul>
						</div>
					)}
					<Copied documentSession={documentSession} go={go} />
					{withOther && other && <Copied documentSession={other} go={go} />}
					{isEmpty && <p className={panelStyles.warning}>{text(locale, "publishEmpty", { language })}</p>}
					<p>
						{joinSentences(locale, [
							isFirst
								? text(locale, "changedFirst")
								: text(locale, found.segments.length === 0 ? "changedNone" : "changedSegments", {
										count: number(found.segments.length),
									}),
							...(found.front_matter && !isFirst ? [text(locale, "changedFrontMatter")] : []),
						])}
					</p>
					{affected.length > 1 && (
						<fieldset className={styles.all}>
							<legend>{text(locale, "verdictAll")}</legend>
							{allVerdicts.map((verdict) => (
								<button
									key={verdict}
									type="button"
									aria-pressed={decisions.every((decision) => decision.verdict === verdict)}
									onClick={() => setVerdicts(Object.fromEntries(affected.map(({ id }) => [id, verdict])))}
								>
									{text(locale, `verdict.${verdict}`)}
								</button>
							))}
						</fieldset>
					)}
					<ol className={styles.changes}>
						{found.segments.map((change) => (
							<ChangedSegment
								key={change.id}
								change={change}
								segment={segment}
								verdict={verdicts[change.id] ?? usualVerdict(change, withOther)}
								decide={(verdict) => setVerdicts({ ...verdicts, [change.id]: verdict })}
							/>
						))}
					</ol>
					{(affected.length > 0 || missing > 0) && (
						<p role="status">
							{joinSentences(locale, [
								text(locale, outdated === 0 ? "publishAffectsNone" : "publishAffects", {
									count: number(outdated),
									language: otherName,
								}),
								...(missing === 0
									? []
									: [text(locale, "publishMisses", { count: number(missing), language: otherName })]),
							])}
						</p>
					)}
					{publishesTogether && otherText && <p>{text(locale, "publishTogether")}</p>}
					{mayBoth && (
						<label className={styles.check}>
							<input type="checkbox" checked={withOther} onChange={({ target }) => setWithOther(target.checked)} />
							{text(locale, "publishBoth", { language: otherName })}
						</label>
					)}
					<fieldset className={styles.when}>
						<legend>{text(locale, "publishWhen")}</legend>
						<label className={styles.check}>
							<input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
							{text(locale, "publishNow")}
						</label>
						<label className={styles.check}>
							<input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />
							{text(locale, "publishLater")}
						</label>
						{isLater && (
							<TimeField
								label={text(locale, "publishTime", { zone: timeZoneName() })}
								hint={text(locale, "publishLaterHint")}
								error={isPast ? text(locale, "publishPast") : undefined}
								time={time}
								setTime={setTime}
								required
							/>
						)}
					</fieldset>
					<p role="alert" className={formStyles.error}>
						{isStale
							? text(locale, isOtherStale ? "publishStaleOther" : "publishStale", { language: otherName })
							: !isMissingAltText && gaps.length === 0 && (fieldsErrorText() ?? failureOf(locale, sending))}
					</p>
					{gaps.length > 0 && (
						<div className={panelStyles.warning}>
							<p>{text(locale, "gateGaps")}</p>
							<ul className={styles.issues}>
								{gaps.map(({ code, detail }) => (
									<li key={`${code} ${detail}`}>
										{withTrailingSpace(named(locale, `gate.${code}`) ?? code)}
										<span>{detail}</span>
									</li>
								))}
							</ul>
						</div>
					)}
					{bare.length > 0 && (
						<MissingAltText
							images={bare}
							documentSession={documentSession}
							other={other}
							otherName={otherName}
							go={go}
							done={(left) => {
								setBare(left);
								void send(look);
							}}
						/>
					)}
					<p className={listStyles.actions}>
						<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
							{text(locale, isLater ? "publishLaterSubmit" : "publishSubmit")}
						</button>
						{isStale && (
							<button type="button" onClick={() => again(sending.error)}>
								{text(locale, "publishLookAgain")}
							</button>
						)}
					</p>
				</form>
			)}
			{!found && (
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending)}
				</p>
			)}
		</Dialog>
	);

	/** Returns the first message for a field error. The dialog has no form field next to which it could be shown. */
	function fieldsErrorText(): string | undefined {
		const errors = fieldErrors(sending);
		return errors
			.map(({ field, code }) => named(locale, `${field}.${code}`, { language: otherName }))
			.find((message) => message !== undefined);
	}
}
