import { lazy, Suspense } from "react";
import { AcknowledgementList } from "@/localization/Acknowledgements";
import { listAddress, pagesAddress } from "@/localization/address";
import { ContributorList } from "@/localization/Contributors";
import styles from "@/localization/LocalizationPage.module.css";
import { PageItems } from "@/localization/PageItems";
import { StatusTable } from "@/localization/StatusTable";
import { Trend } from "@/localization/Trend";
import { text } from "@/localization/text";
import { publicPath } from "@/shared/address";
import type { AcknowledgementRow, Contributor, LocalizationOverview, PageStatus, TrendDay } from "@/shared/http/types";
import { iso, moment, number } from "@/shared/i18n/format";
import { type Locale, languageName, useLocale, withLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import { useLoggedIn } from "@/shared/useLoggedIn";

// Loaded on demand, because few visitors are logged in.
const Dictionary = lazy(async () => ({ default: (await import("@/localization/Dictionary")).Dictionary }));

interface Props {
	overview: LocalizationOverview;
	days: TrendDay[];
	work: PageStatus[];
	acknowledged: { total: number; rows: AcknowledgementRow[] };
	people: { total: number; rows: Contributor[] };
	/** Number of terms in the glossary. */
	terms: number;
}

export function Overview({ overview, days, work, acknowledged, people, terms }: Props) {
	const locale = useLocale();
	const loggedIn = useLoggedIn();
	return (
		<>
			<h1>{text(locale, "title")}</h1>
			<p>{text(locale, "intro")}</p>
			{overview.late && <LateRecord recordedAt={overview.recorded_at} />}
			{overview.rows.length === 0 ? <p>{text(locale, "empty")}</p> : <StatusTable rows={overview.rows} />}
			<p className={styles.asOf}>
				<time dateTime={iso(overview.as_of)}>{text(locale, "asOf", { moment: moment(overview.as_of) })}</time>
			</p>
			<h2>{text(locale, "workTitle")}</h2>
			{work.length === 0 ? (
				<p>{text(locale, "workNone")}</p>
			) : (
				<>
					<p>{text(locale, overview.has_views ? "workIntro" : "workIntroNoViews")}</p>
					<PageItems pages={work} heading="h3" />
					<p>
						<Link to={pagesAddress({ state: "pending" })}>{text(locale, "workAll")}</Link>
					</p>
				</>
			)}
			<h2>{text(locale, "partTitle")}</h2>
			<ol className={styles.steps}>
				<li>{text(locale, "partChoose")}</li>
				<li>{text(locale, "partTranslate")}</li>
				<li>{text(locale, "partPublish")}</li>
			</ol>
			<ul className={styles.links}>
				{terms > 0 && (
					<li>
						<Link to={listAddress("glossary")}>{text(locale, "glossaryLink", { count: number(terms) })}</Link>
					</li>
				)}
				<li>
					<Link to={withLocale("/docs", locale)}>{text(locale, "partDocs")}</Link>
				</li>
			</ul>
			<h2>{text(locale, "trendTitle")}</h2>
			<Trend days={days} />
			<h2>{text(locale, "acknowledgementsTitle")}</h2>
			<p>{text(locale, "acknowledgementsIntro")}</p>
			<AcknowledgementList rows={acknowledged.rows} />
			{acknowledged.total > acknowledged.rows.length && (
				<p>
					<Link to={listAddress("acknowledgements")}>{text(locale, "acknowledgementsAll")}</Link>
				</p>
			)}
			<h2>{text(locale, "contributorsTitle")}</h2>
			<p>{text(locale, "contributorsIntro")}</p>
			<ContributorList rows={people.rows} />
			{people.total > people.rows.length && (
				<p>
					<Link to={listAddress("contributors")}>{text(locale, "contributorsAll")}</Link>
				</p>
			)}
			<Method />
			<Files />
			{loggedIn && (
				<Suspense>
					<Dictionary />
				</Suspense>
			)}
		</>
	);
}

/** Alert that the daily record of the counts is late or does not exist. */
function LateRecord({ recordedAt }: { recordedAt: number | null }) {
	const locale = useLocale();
	return (
		<p role="alert" className={styles.alarm}>
			{recordedAt === null ? text(locale, "lateNever") : text(locale, "late", { moment: moment(recordedAt) })}
		</p>
	);
}

const method = [
	"methodOnce",
	"methodReviewed",
	"methodOutdated",
	"methodAge",
	"methodAligned",
	"methodInterface",
	"methodAlt",
	"methodNames",
] as const;

function Method() {
	const locale = useLocale();
	return (
		<>
			<h2>{text(locale, "methodTitle")}</h2>
			<ul className={styles.method}>
				{method.map((key) => (
					<li key={key}>{text(locale, key)}</li>
				))}
			</ul>
		</>
	);
}

const files: [locale: Locale, segment: string][] = [
	["zh-CN", "zh"],
	["en-US", "en"],
];

/** Links to the feeds, to the badges, and to the statistics as JSON. */
function Files() {
	const locale = useLocale();
	return (
		<>
			<h2>{text(locale, "machineTitle")}</h2>
			<ul className={styles.links}>
				{files.map(([tag, segment]) => (
					<li key={`feed ${tag}`}>
						<a href={publicPath(`/localization/feed/${segment}.xml`)}>
							{text(locale, "feed", { language: languageName(tag, locale) })}
						</a>
					</li>
				))}
				{files.map(([tag, segment]) => (
					<li key={`badge ${tag}`}>
						<a href={publicPath(`/localization/badge/${segment}.svg`)}>
							{text(locale, "badge", { language: languageName(tag, locale) })}
						</a>
					</li>
				))}
				<li>
					<a href="/api/v1/public/localization/overview">{text(locale, "json")}</a>
				</li>
			</ul>
		</>
	);
}
