// Version of the documentation of the current page. It is part of the URL (`/zh/docs/@2.1/guide`), and the page data
// confirms it, because a folder may have such a name.
import { useMatches } from "react-router-dom";
import { type Locale, withLocale } from "@/shared/i18n/locale";
import { isPageData, type VersionRead } from "@/shared/load";

/** The displayed old version; undefined on current pages. */
export function useVersion(): VersionRead | undefined {
	const data = useMatches()
		.map((match) => match.loaderData)
		.findLast(isPageData);
	return data?.version;
}

/** Route path of the home of a version's documentation. */
export function docsHome(locale: Locale, version: Pick<VersionRead, "name"> | undefined): string {
	return withLocale(version ? `/docs/@${version.name}` : "/docs", locale);
}

/** Returns the version in a path: `@2.1/guide` is 2.1. */
export function versionIn(path: string): string | undefined {
	return /^@([^/]+)/.exec(path)?.[1];
}
