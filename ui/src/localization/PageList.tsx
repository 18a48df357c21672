import { Form } from "react-router-dom";
import { home, type PageFilters, pagesAddress } from "@/localization/address";
import { listSize } from "@/localization/api";
import { areasOfPages, areaText } from "@/localization/areas";
import { BackLink } from "@/localization/BackLink";
import { PageItems } from "@/localization/PageItems";
import { PageLinks } from "@/localization/PageLinks";
import { states } from "@/localization/shares";
import { text } from "@/localization/text";
import type { PageStatus } from "@/shared/http/types";
import { stateText } from "@/shared/i18n/common";
import { number } from "@/shared/i18n/format";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import filterStyles from "@/shared/ui/Filter.module.css";

interface Props {
	filters: PageFilters;
	at: number;
	total: number;
	pending: number;
	pages: PageStatus[];
}

/** List of the pages that match the filters in the URL. */
export function PageList({ filters, at, total, pending, pages }: Props) {
	const locale = useLocale();
	return (
		<>
			<BackLink />
			<h1>{text(locale, "pagesTitle")}</h1>
			<PageFilter filters={filters} />
			<p role="status">
				{text(locale, "pagesSummary", {
					versions: text(locale, "pagesCount", { count: number(total) }),
					segments: text(locale, "pagesPending", { count: number(pending) }),
				})}
			</p>
			{pages.length === 0 ? (
				<p>{total > 0 ? text(locale, "pagePastEnd", { page: number(at) }) : text(locale, "pagesNone")}</p>
			) : (
				<PageItems pages={pages} heading="h2" />
			)}
			<PageLinks at={at} total={total} size={listSize} to={(page) => pagesAddress(filters, page)} />
		</>
	);
}

/** Filter form with the method GET: the filters are in the URL, also without JavaScript. */
function PageFilter({ filters }: { filters: PageFilters }) {
	const locale = useLocale();
	return (
		<Form key={JSON.stringify(filters)} role="search" action={home} className={filterStyles.filter}>
			<Field label={text(locale, "filterTitle")}>
				{(attributes) => (
					<input {...attributes} name="q" type="search" defaultValue={filters.q} maxLength={200} autoComplete="off" />
				)}
			</Field>
			<input type="hidden" name="view" value="pages" />
			{choicesOf(locale).map(({ name, label, options }) => (
				<Field key={name} label={label}>
					{(attributes) => (
						<select {...attributes} name={name} defaultValue={filters[name] ?? ""}>
							{options.map(([value, word]) => (
								<option key={value} value={value}>
									{word}
								</option>
							))}
						</select>
					)}
				</Field>
			))}
			<button type="submit">{text(locale, "filterSubmit")}</button>
		</Form>
	);
}

/**
 * Whether pages can have segments in this state. Segments that are not reviewed do not occur, because texts from
 * suggestions, translation memory, or machine translation cannot be published.
 */
function canOccur(state: (typeof states)[number]): boolean {
	return state !== "not_reviewed";
}

interface FilterChoice {
	name: Exclude<keyof PageFilters, "q">;
	label: string;
	options: [value: string, word: string][];
}

function choicesOf(locale: Locale): FilterChoice[] {
	const all: [string, string] = ["", text(locale, "all")];
	const languages: Locale[] = ["zh-CN", "en-US"];
	return [
		{
			name: "locale",
			label: text(locale, "language"),
			options: [all, ...languages.map((tag): [string, string] => [tag, languageName(tag, locale)])],
		},
		{
			name: "area",
			label: text(locale, "filterArea"),
			options: [all, ...areasOfPages.map((area): [string, string] => [area, areaText(locale, area)])],
		},
		{
			name: "state",
			label: text(locale, "filterState"),
			options: [
				all,
				["pending", text(locale, "statePending")],
				...states
					.toReversed()
					.filter(canOccur)
					.map((state): [string, string] => [state, stateText(locale, state)]),
			],
		},
		{
			name: "sort",
			label: text(locale, "filterSort"),
			options: [
				["", text(locale, "sortPriority")],
				["segments", text(locale, "sortSegments")],
				["changed", text(locale, "sortChanged")],
				["views", text(locale, "sortViews")],
				["title", text(locale, "sortTitle")],
			],
		},
	];
}
