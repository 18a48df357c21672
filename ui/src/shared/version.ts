// Version of the documentation of the current page. It is part of the URL (`/zh/docs/@2.1/guide`), and the page data
// confirms it, because a folder may have such a name.
import { useMatches } from "react-router-dom";
import { type Locale, withLocale } from "@/shared/i18n/locale";
import { isPageData, type VersionRead } from "@/shared/load";

/** The old version that is read; undefined on every page of today. */
export function useVersion(): VersionRead | undefined {
	const data = useMatches()
		.map((match) => match.loaderData)
		.findLast(isPageData);
	return data?.version;
}

/** The top of a version's documentation, as the router counts it. */
export function docsHome(locale: Locale, version: Pick<VersionRead, "name"> | undefined): string {
	return withLocale(version ? `/docs/@${version.name}` : "/docs", locale);
}

/** What an address names as a version: `@2.1/guide` is 2.1. */
export function versionIn(path: string): string | undefined {
	return /^@([^/]+)/.exec(path)?.[1];
}
