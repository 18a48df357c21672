// Version of the documentation that the current page belongs to. It is part of the URL (`/zh/docs/@2.1/guide`) and of
// the page data. Only the page data is reliable, because the name of a folder may also start with `@`.
import { useMatches } from "react-router-dom";
import { type Locale, withLocale } from "@/shared/i18n/locale";
import { isPageData, type VersionRead } from "@/shared/load";

/** Returns the displayed old version; undefined on pages of the current version. */
export function useVersion(): VersionRead | undefined {
	const data = useMatches()
		.map((match) => match.loaderData)
		.findLast(isPageData);
	return data?.version;
}

/** Route path of the home page of a documentation version. */
export function docsHome(locale: Locale, version: Pick<VersionRead, "name"> | undefined): string {
	return withLocale(version ? `/docs/@${version.name}` : "/docs", locale);
}

/** Returns the version in a path: `@2.1/guide` is 2.1; undefined for a path without a version. */
export function versionIn(path: string): string | undefined {
	return /^@([^/]+)/.exec(path)?.[1];
}
