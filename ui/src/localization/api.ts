import { searchOf } from "@/shared/address";
import { get, getList, type List, post } from "@/shared/http/api";
import type { Decision, DictionaryRow, Evidence, Status } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

const dictionaryPath = "/api/v1/localization/dictionary";

export function translationStatus(signal?: AbortSignal): Promise<List<Status>> {
	return getList<Status>("/api/v1/public/localization/status", signal);
}

export function dictionary(locale: Locale, q: string, decided: boolean, page: number): Promise<List<DictionaryRow>> {
	return getList<DictionaryRow>(dictionaryPath + searchOf({ locale, q, decided: String(decided), page, size: 20 }));
}

export function evidence(zh: string, en: string): Promise<Evidence[]> {
	return get<Evidence[]>(`${dictionaryPath}/evidence${searchOf({ zh, en })}`);
}

export function decide(zh: string, en: string, decision: Decision): Promise<void> {
	return post(`${dictionaryPath}/pair`, { zh, en, decision });
}

export function setLock(locale: Locale, term: string, locked: boolean): Promise<void> {
	return post(`${dictionaryPath}/lock`, { locale, term, locked });
}
