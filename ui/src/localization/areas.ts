// Names of the areas, and which of them have pages.
import { text } from "@/localization/text";
import type { Locale } from "@/shared/i18n/locale";

const names = {
	docs: "areaDocs",
	landing: "areaLanding",
	news: "areaNews",
	navigation: "areaNavigation",
	interface: "areaInterface",
	alt_text: "areaAltText",
} as const;

export const areasOfPages = ["docs", "landing", "news"] as const;

/** Areas that this version has a name for; others are shown as the server calls them. */
export function areaText(locale: Locale, area: string): string {
	return isNamed(area) ? text(locale, names[area]) : area;
}

export function hasPages(area: string): boolean {
	return areasOfPages.some((known) => known === area);
}

function isNamed(area: string): area is keyof typeof names {
	return Object.hasOwn(names, area);
}
