import type { ReactNode } from "react";
import { editorAddress, pageAddress } from "@/localization/address";
import { listSize } from "@/localization/api";
import { BackLink } from "@/localization/BackLink";
import { PageFacts } from "@/localization/PageItems";
import { PageLinks } from "@/localization/PageLinks";
import styles from "@/localization/PageSegments.module.css";
import { StateBar } from "@/localization/StateBar";
import { text } from "@/localization/text";
import type { PageStatus, SegmentStatus } from "@/shared/http/types";
import { stateText } from "@/shared/i18n/common";
import { day, iso, number } from "@/shared/i18n/format";
import { type Locale, languageName, otherLocale, useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import { useLoggedIn } from "@/shared/useLoggedIn";

interface Props {
	page: PageStatus;
	/** State by which the list is filtered; `undefined` for all. */
	state: string | undefined;
	at: number;
	total: number;
	segments: SegmentStatus[];
}

/** List of the segments that are not up to date, for one page and language, with the changes of their sources. */
export function PageSegments({ page, state, at, total, segments }: Props) {
	const locale = useLocale();
	const loggedIn = useLoggedIn();
	const language = languageName(page.locale, locale);
	return (
		<>
			<BackLink />
			<h1 lang={page.title_locale}>{page.title}</h1>
			<PageFacts page={page} />
			<StateBar counts={page} />
			<ul className={styles.links}>
				<li>
					<Link to={page.url} hrefLang={page.title_locale}>
						{text(locale, "toPage")}
					</Link>
				</li>
				{loggedIn && (
					<li>
						<Link to={editorAddress(page.url)}>{text(locale, "toEditor")}</Link>
					</li>
				)}
			</ul>
			<h2>{text(locale, "segmentsTitle", { language })}</h2>
			<StateLinks page={page} state={state} />
			{segments.length === 0 && (
				<p>
					{total > 0
						? text(locale, "pagePastEnd", { page: number(at) })
						: text(locale, state === undefined ? "segmentsNone" : "segmentsNoMatch")}
				</p>
			)}
			<ol className={styles.segments}>
				{segments.map((segment, index) => (
					<li key={segment.id}>
						<Segment segment={segment} language={page.locale} number={(at - 1) * listSize + index + 1} />
					</li>
				))}
			</ol>
			<PageLinks at={at} total={total} size={listSize} to={(part) => pageAddress(page, state, part)} />
		</>
	);
}

const shownStates = ["outdated", "not_translated", "not_aligned"] as const;

/** Links that filter by state: a link for all segments, and a link for each state that occurs on the page. */
function StateLinks({ page, state }: { page: PageStatus; state: string | undefined }) {
	const locale = useLocale();
	const has = shownStates.filter((known) => page[known] > 0);
	if (has.length < 2) return null;
	const link = (label: string, chosen: string | undefined) => (
		<li key={label}>
			<Link to={pageAddress(page, chosen)} {...(chosen === state && { "aria-current": "true" })}>
				{label}
			</Link>
		</li>
	);
	return (
		<ul className={styles.links}>
			{link(text(locale, "all"), undefined)}
			{has.map((known) => link(`${stateText(locale, known)} (${number(page[known])})`, known))}
		</ul>
	);
}

const changes = { minor: "changeMinor", major: "changeMajor", removed: "changeRemoved" } as const;

function Segment({ segment, language, number }: { segment: SegmentStatus; language: Locale; number: number }) {
	const locale = useLocale();
	const { change, conflict, pieces, since, source_before: before, source, translation } = segment;
	const isChanged = before !== null;
	// Chinese sentences are not separated by spaces.
	const space = locale === "zh-CN" ? "" : " ";
	return (
		<article className={styles.segment}>
			<h3>{text(locale, "segmentHeading", { number, state: stateText(locale, segment.state) })}</h3>
			{(change !== null || conflict || since !== null) && (
				<p>
					{change !== null && text(locale, changes[change])}
					{space}
					{conflict && text(locale, "conflict")}
					{space}
					{since !== null && (
						<time dateTime={iso(since)}>{text(locale, "segmentSince", { day: day(locale, since) })}</time>
					)}
				</p>
			)}
			<div className={styles.columns}>
				{isChanged && (
					<Column title={text(locale, "sourceBefore")} lang={otherLocale(language)}>
						<Pieces pieces={pieces} without="new" />
					</Column>
				)}
				{(source !== "" || isChanged) && (
					<Column title={text(locale, isChanged ? "sourceNow" : "source")} lang={otherLocale(language)}>
						{isChanged ? <Pieces pieces={pieces} without="old" /> : source}
					</Column>
				)}
				<Column title={text(locale, "translation")} lang={translation === "" ? locale : language}>
					{translation === "" ? <em>{text(locale, "noTranslation")}</em> : translation}
				</Column>
			</div>
			<p>
				<Link to={segment.url} aria-label={text(locale, "toPlaceNamed", { number })}>
					{text(locale, "toPlace")}
				</Link>
			</p>
		</article>
	);
}

function Column({ title, lang, children }: { title: string; lang: Locale; children: ReactNode }) {
	return (
		<div>
			<h4>{title}</h4>
			<div className={styles.words} lang={lang}>
				{children}
			</div>
		</div>
	);
}

/** Text before a change (`without` is `new`) or after the change (`old`), with the changed pieces marked. */
function Pieces({ pieces, without }: { pieces: SegmentStatus["pieces"]; without: "old" | "new" }) {
	return pieces.map(([edit, words], at) => {
		if (edit === without) return null;
		const Element = elements[edit];
		// biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id, and their order never changes.
		return <Element key={at}>{words}</Element>;
	});
}

const elements = { same: "span", old: "del", new: "ins" } as const;
