// Names of the areas, and the list of areas that contain pages.
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

/** Returns the name of an area; the server's identifier if the UI has no name for it. */
export function areaText(locale: Locale, area: string): string {
	return isNamed(area) ? text(locale, names[area]) : area;
}

export function hasPages(area: string): boolean {
	return areasOfPages.some((known) => known === area);
}

function isNamed(area: string): area is keyof typeof names {
	return Object.hasOwn(names, area);
}
