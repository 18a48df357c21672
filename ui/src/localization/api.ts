import type { PageFilters } from "@/localization/address";
import { searchOf } from "@/shared/address";
import { get, getList, type List, post } from "@/shared/http/api";
import type {
	AcknowledgementRow,
	Contributor,
	Decision,
	DictionaryRow,
	Evidence,
	GlossaryTerm,
	LocalizationOverview,
	PageStatus,
	SegmentStatus,
	TrendDay,
} from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

const publicPath = "/api/v1/public/localization";
const dictionaryPath = "/api/v1/localization/dictionary";

/** Number of rows per page of a list. */
export const listSize = 20;

export function localizationOverview(signal?: AbortSignal): Promise<LocalizationOverview> {
	return get<LocalizationOverview>(`${publicPath}/overview`, signal);
}

export async function weeklyTrend(signal?: AbortSignal): Promise<TrendDay[]> {
	return (await getList<TrendDay>(`${publicPath}/trend?step=week`, signal)).data;
}

export function pageStates(filters: PageFilters, page: number, size: number, signal?: AbortSignal) {
	return getList<PageStatus>(`${publicPath}/pages${searchOf({ ...filters, page, size })}`, signal);
}

export interface PageName {
	locale: string;
	area: string;
	key: string;
}

/** Returns the translation status of the page with this name; `undefined` if there is no such page. */
export async function pageState(name: PageName, signal?: AbortSignal): Promise<PageStatus | undefined> {
	const { locale, area, key } = name;
	return (await getList<PageStatus>(`${publicPath}/pages${searchOf({ locale, area, key })}`, signal)).data[0];
}

export function pendingSegments(name: PageName, state: string | undefined, page: number, signal?: AbortSignal) {
	const { locale, area, key } = name;
	const query = searchOf({ locale, area, key, state, page, size: listSize });
	return getList<SegmentStatus>(`${publicPath}/segments${query}`, signal);
}

export function acknowledgements(page: number, size: number, signal?: AbortSignal) {
	return getList<AcknowledgementRow>(`${publicPath}/acknowledgements${searchOf({ page, size })}`, signal);
}

export function contributors(page: number, size: number, signal?: AbortSignal) {
	return getList<Contributor>(`${publicPath}/contributors${searchOf({ page, size })}`, signal);
}

export function glossaryTerms(q: string | undefined, page: number, size: number, signal?: AbortSignal) {
	return getList<GlossaryTerm>(`${publicPath}/glossary${searchOf({ q, page, size })}`, signal);
}

export function dictionary(locale: Locale, q: string, decided: boolean, page: number): Promise<List<DictionaryRow>> {
	return getList<DictionaryRow>(dictionaryPath + searchOf({ locale, q, decided: String(decided), page, size: 20 }));
}

export function evidence(zh: string, en: string): Promise<Evidence[]> {
	return get<Evidence[]>(`${dictionaryPath}/examples${searchOf({ zh, en })}`);
}

export function decide(zh: string, en: string, decision: Decision): Promise<void> {
	return post(`${dictionaryPath}/pair`, { zh, en, decision });
}

export function setLock(locale: Locale, term: string, locked: boolean): Promise<void> {
	return post(`${dictionaryPath}/lock`, { locale, term, locked });
}
