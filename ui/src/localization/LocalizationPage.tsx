import { useLoaderData } from "react-router-dom";
import { Acknowledgements } from "@/localization/Acknowledgements";
import { filtersOf, viewOf } from "@/localization/address";
import {
	acknowledgements,
	contributors,
	glossaryTerms,
	listSize,
	localizationOverview,
	pageState,
	pageStates,
	pendingSegments,
	weeklyTrend,
} from "@/localization/api";
import { Contributors, contributorsSize } from "@/localization/Contributors";
import { GlossaryList } from "@/localization/GlossaryList";
import styles from "@/localization/LocalizationPage.module.css";
import { Overview } from "@/localization/Overview";
import { PageList } from "@/localization/PageList";
import { PageSegments } from "@/localization/PageSegments";
import { text } from "@/localization/text";
import { pageNumber, publicPath } from "@/shared/address";
import { ProblemError } from "@/shared/http/api";
import { type Locale, languageName } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";

/** Number of rows of each list on the overview. */
const overviewSize = 10;

/** Loads the view that the query parameters specify: the overview, or a list. */
export async function loader(args: LoadArgs) {
	const { locale, query } = addressAndLocaleOf(args);
	const { signal } = args.request;
	const at = pageNumber(query.page);
	switch (viewOf(query)) {
		case "pages": {
			const filters = filtersOf(query);
			const { data, total, sum } = await pageStates(filters, at, listSize, signal);
			const listed = { filters, at, total: total ?? data.length, pending: sum ?? 0, pages: data };
			return { shows: "pages" as const, head: headOf(text(locale, "pagesTitle")), ...listed };
		}
		case "page":
			return segmentsOf(locale, query, at, signal);
		case "acknowledgements": {
			const { data, total } = await acknowledgements(at, listSize, signal);
			const head = headOf(text(locale, "acknowledgementsTitle"));
			return { shows: "acknowledgements" as const, head, at, total: total ?? data.length, rows: data };
		}
		case "contributors": {
			const { data, total } = await contributors(at, contributorsSize, signal);
			const head = headOf(text(locale, "contributorsTitle"));
			return { shows: "contributors" as const, head, at, total: total ?? data.length, rows: data };
		}
		case "glossary": {
			const q = query.q || undefined;
			const { data, total } = await glossaryTerms(q, at, listSize, signal);
			const head = headOf(text(locale, "glossaryTitle"));
			return { shows: "glossary" as const, head, q, at, total: total ?? data.length, terms: data };
		}
		default:
			return overviewOf(locale, signal);
	}
}

/** Returns the document head of a list. Lists are hidden from search engines; only the overview is indexed. */
function headOf(title: string) {
	return { title, hidden: true };
}

async function overviewOf(locale: Locale, signal?: AbortSignal) {
	const [overview, days, work, acknowledged, people, glossary] = await Promise.all([
		localizationOverview(signal),
		weeklyTrend(signal),
		pageStates({ state: "pending" }, 1, overviewSize, signal),
		acknowledgements(1, overviewSize, signal),
		contributors(1, overviewSize, signal),
		glossaryTerms(undefined, 1, 1, signal),
	]);
	const languages: [Locale, string][] = [
		["zh-CN", "zh"],
		["en-US", "en"],
	];
	const feeds = languages.map(([tag, segment]) => ({
		type: "application/atom+xml",
		title: text(locale, "feed", { language: languageName(tag, locale) }),
		url: publicPath(`/localization/feed/${segment}.xml`),
	}));
	const head = { title: text(locale, "title"), description: text(locale, "intro"), canonical: "/localization", feeds };
	return {
		shows: "overview" as const,
		head,
		overview,
		days,
		work: work.data,
		acknowledged: { total: acknowledged.total ?? 0, rows: acknowledged.data },
		people: { total: people.total ?? 0, rows: people.data },
		terms: glossary.total ?? 0,
	};
}

async function segmentsOf(locale: Locale, query: Record<string, string>, at: number, signal?: AbortSignal) {
	const name = { locale: query.locale ?? "", area: query.area ?? "", key: query.key ?? "" };
	const state = query.state || undefined;
	const [page, { data, total }] = await Promise.all([
		pageState(name, signal),
		pendingSegments(name, state, at, signal),
	]);
	if (!page) throw notFound();
	const title = text(locale, "pageTitle", { title: page.title, language: languageName(page.locale, locale) });
	return { shows: "page" as const, head: headOf(title), page, state, at, total: total ?? data.length, segments: data };
}

function notFound(): ProblemError {
	return new ProblemError({ type: "", title: "", status: 404, detail: "", code: "not-found", errors: [] });
}

export function Component() {
	const data = useLoaderData<typeof loader>();
	return <div className={styles.page}>{renderView(data)}</div>;
}

function renderView(data: Awaited<ReturnType<typeof loader>>) {
	switch (data.shows) {
		case "pages":
			return <PageList {...data} />;
		case "page":
			return <PageSegments {...data} />;
		case "acknowledgements":
			return <Acknowledgements {...data} />;
		case "contributors":
			return <Contributors {...data} />;
		case "glossary":
			return <GlossaryList {...data} />;
		default:
			return <Overview {...data} />;
	}
}
