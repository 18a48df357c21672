import type { UIMatch } from "react-router-dom";
import { useMatches } from "react-router-dom";
import { routeValue } from "@/app/handle";
import { pageDataOf } from "@/app/page";
import { problemTitle, type ShownProblem, useProblem } from "@/app/problem";
import { siteName } from "@/app/site";
import type { Head } from "@/shared/head";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { useSite } from "@/shared/useSite";

const notFound: ShownProblem = { status: 404, code: "not-found" };

/**
 * Head of the page. If a problem replaced the page, the head has the title of the problem and is hidden from search
 * engines. A page without data and without a problem is the not-found page.
 */
export function headOf(
	matches: Pick<UIMatch, "handle" | "loaderData">[],
	locale: Locale,
	problem: ShownProblem | undefined,
): Head {
	const head = problem ? undefined : pageDataOf(matches)?.head;
	const hidden = routeValue(matches, "needsLogin") === true;
	if (head) return hidden ? { ...head, hidden } : head;
	return { title: problemTitle(locale, problem ?? notFound), hidden: true };
}

export function fullTitle(head: Head, site: string): string {
	return head.title === "" || head.title === site ? site : `${head.title} · ${site}`;
}

export function usePageTitle(): string {
	const locale = useLocale();
	return fullTitle(headOf(useMatches(), locale, useProblem()), siteName(useSite(), locale));
}
