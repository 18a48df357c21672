import type { UIMatch } from "react-router-dom";
import { useMatches } from "react-router-dom";
import { routeValue } from "@/app/handle";
import { pageDataOf } from "@/app/page";
import { siteName } from "@/app/site";
import { text } from "@/app/text";
import type { Head } from "@/shared/head";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { useSite } from "@/shared/useSite";

/** Head of the page, or a hidden "not found" head if the page has no data. */
export function headOf(matches: Pick<UIMatch, "handle" | "loaderData">[], locale: Locale): Head {
	const head = pageDataOf(matches)?.head;
	const hidden = routeValue(matches, "needsLogin") === true;
	if (head) return hidden ? { ...head, hidden } : head;
	return { title: text(locale, "notFoundTitle"), hidden: true };
}

export function fullTitle(head: Head, site: string): string {
	return head.title === "" || head.title === site ? site : `${head.title} · ${site}`;
}

export function usePageTitle(): string {
	const locale = useLocale();
	return fullTitle(headOf(useMatches(), locale), siteName(useSite(), locale));
}
