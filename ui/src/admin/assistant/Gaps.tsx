import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import styles from "@/admin/assistant/Assistant.module.css";
import { dismissGap } from "@/admin/assistant/api";
import { assistantText as text } from "@/admin/assistant/assistantText";
import { mayEditIn } from "@/admin/assistant/mayEditIn";
import { ExactTime } from "@/admin/ExactTime";
import { segmentOf } from "@/admin/pages/language";
import { may } from "@/admin/roles";
import { failureOf, useMutation } from "@/admin/useMutation";
import { searchOf } from "@/shared/address";
import type { Gap, GapReport, User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { joinSentences, withTrailingSpace } from "@/shared/i18n/join";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/assistant";
const periods = ["", "7", "30"] as const;

interface GapsProps {
	report: GapReport;
	user: User;
	filter: { locale?: string | undefined; days?: string | undefined };
}

/** Gap report, with actions to close each gap. */
export function Gaps({ report, user, filter }: GapsProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	const [sending, send] = useMutation();
	const dismiss = (gap: Gap) =>
		void send(async () => {
			await dismissGap(gap, filter.locale, filter.days);
			await revalidate();
			setDone(text(locale, "gapDismissed"));
		});
	const show = (next: typeof filter) =>
		void navigate(path + searchOf({ locale: next.locale || undefined, days: next.days || undefined }));
	return (
		<>
			<p>{text(locale, "gapsIntro", { days: number(report.days) })}</p>
			{!report.is_on && <p role="note">{text(locale, "logOff")}</p>}
			<div className={formStyles.row}>
				<Field label={text(locale, "language")}>
					{(attributes) => (
						<select
							{...attributes}
							value={filter.locale ?? ""}
							onChange={({ target }) => show({ ...filter, locale: target.value })}
						>
							<option value="">{text(locale, "both")}</option>
							<option value="zh">{languageName("zh-CN", locale)}</option>
							<option value="en">{languageName("en-US", locale)}</option>
						</select>
					)}
				</Field>
				<Field label={text(locale, "period")}>
					{(attributes) => (
						<select
							{...attributes}
							value={filter.days ?? ""}
							onChange={({ target }) => show({ ...filter, days: target.value })}
						>
							{periods.map((days) => (
								<option key={days} value={days}>
									{text(locale, days === "" ? "periodAll" : "periodDays", { days })}
								</option>
							))}
						</select>
					)}
				</Field>
			</div>
			<p role="status">
				{withTrailingSpace(
					joinSentences(locale, [
						...(done === "" ? [] : [done]),
						text(locale, report.gaps.length === 0 ? "gapsNone" : "gapsCount", { count: number(report.gaps.length) }),
						text(locale, "asOf"),
					]),
				)}
				<ExactTime at={report.as_of} />
			</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			<ol className={listStyles.rows} aria-label={text(locale, "tab.gaps")}>
				{report.gaps.map((gap) => (
					<GapRow key={gap.id} gap={gap} user={user} dismiss={() => dismiss(gap)} />
				))}
			</ol>
		</>
	);
}

interface GapProps {
	gap: Gap;
	user: User;
	dismiss: () => void;
}

function GapRow({ gap, user, dismiss }: GapProps) {
	const locale = useLocale();
	const others = gap.examples.filter((example) => example !== gap.question);
	const counts = (["closest", "off_topic", "unhelpful", "reported"] as const).filter((name) => gap[name] > 0);
	const times = text(locale, "times", { count: number(gap.count) });
	return (
		<li>
			<p className={listStyles.name}>
				<span lang={gap.locale}>{gap.question}</span>
				<span className={listStyles.badge}>{languageName(gap.locale, locale)}</span>
				{gap.translation_gap && (
					<span className={listStyles.badge} data-tone="warning">
						{text(locale, gap.locale === "zh-CN" ? "onlyEnglish" : "onlyChinese")}
					</span>
				)}
			</p>
			{others.length > 0 && (
				<ul className={styles.examples} lang={gap.locale} aria-label={text(locale, "examples")}>
					{others.map((example) => (
						<li key={example}>{example}</li>
					))}
				</ul>
			)}
			{gap.notes.map((note) => (
				<p key={note}>{text(locale, "noteSaid", { note })}</p>
			))}
			<dl className={listStyles.properties}>
				<div>
					<dt>{text(locale, "asked")}</dt>
					<dd>
						{counts.length === 0
							? times
							: text(locale, "ofWhich", {
									times,
									parts: counts
										.map((name) => text(locale, `count.${name}`, { count: number(gap[name]) }))
										.join(locale === "zh-CN" ? "、" : ", "),
								})}
					</dd>
				</div>
				<div>
					<dt>{text(locale, "lastAsked")}</dt>
					<dd>
						<ExactTime at={gap.last_question_at} />
					</dd>
				</div>
				<div>
					<dt>{text(locale, "weight")}</dt>
					<dd>{number(gap.score)}</dd>
				</div>
				<div>
					<dt>{text(locale, "nearest")}</dt>
					<dd>
						{gap.nearest === null ? (
							text(locale, "nothingFound")
						) : (
							<Link to={gap.nearest.url} lang={gap.nearest.locale}>
								{gap.nearest.title}
							</Link>
						)}
					</dd>
				</div>
			</dl>
			<Actions gap={gap} user={user} dismiss={dismiss} />
		</li>
	);
}

/**
 * Actions for a gap: links to create a draft, a curated answer, or a term; links to the untranslated pages and to the
 * test bench; a button to dismiss the gap.
 */
function Actions({ gap, user, dismiss }: GapProps) {
	const locale = useLocale();
	const segment = segmentOf(gap.locale);
	const named = (label: string) => ({ "aria-label": `${label}: ${gap.question}` });
	const term = gap.terms[0];
	const mayEdit = mayEditIn(user, gap.locale);
	return (
		<p className={listStyles.actions}>
			{mayEdit && (
				<>
					<Link
						to={`/admin/pages${searchOf({ locale: segment, title: gap.question.slice(0, 300) })}#new`}
						{...named(text(locale, "toDraft"))}
					>
						{text(locale, "toDraft")}
					</Link>
					<Link
						to={`${path}/answers/new${searchOf({ locale: segment, patterns: gap.examples.join("\n") })}`}
						{...named(text(locale, "toAnswer"))}
					>
						{text(locale, "toAnswer")}
					</Link>
				</>
			)}
			{may(user, "dictionary") && term !== undefined && (
				<Link
					to={`/localization${searchOf({ word: term, language: gap.locale })}#dictionary`}
					{...named(text(locale, "toTerm"))}
				>
					{text(locale, "toTerm")}
				</Link>
			)}
			{gap.translation_gap && gap.nearest !== null && (
				<Link to={workList(gap.locale)} {...named(text(locale, "toWork"))}>
					{text(locale, "toWork")}
				</Link>
			)}
			<Link to={`${path}/bench${searchOf({ q: gap.question, locale: segment })}`} {...named(text(locale, "toBench"))}>
				{text(locale, "toBench")}
			</Link>
			{mayEdit && (
				<ConfirmButton
					label={text(locale, "dismiss")}
					name={text(locale, "dismissName", { name: gap.question })}
					question={text(locale, "dismissSure")}
					act={dismiss}
				/>
			)}
		</p>
	);
}

/** Path of the list of pages that are not translated into `locale`, the language of the gap. */
function workList(locale: Locale): string {
	return `/localization${searchOf({ view: "pages", locale, state: "not_translated" })}`;
}
