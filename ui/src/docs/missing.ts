// List of the sections that exist only in the other language, for the notice above the text.
import { escaped } from "@/docs/html";
import { passageText as text } from "@/docs/passageText";
import type { Page } from "@/shared/http/types";
import { type Locale, languageName, otherLocale } from "@/shared/i18n/locale";

/** Maximum number of listed sections, so that the list stays short; the others are counted. */
const maxItems = 5;

/** HTML of the list; undefined if no section is missing, and for fallback texts and pages without a counterpart. */
export function missingHtml(page: Page, reader: Locale): string | undefined {
	const { requested_locale, locale, counterpart, missing_sections: sections } = page;
	if (requested_locale !== locale || !counterpart || sections.length === 0) return undefined;
	const otherLanguage = otherLocale(locale);
	const link = ({ id, text: title }: (typeof sections)[number]) => {
		const url = `${counterpart.url}#${encodeURIComponent(id)}`;
		return `<a href="${escaped(url)}" hreflang="${otherLanguage}" lang="${otherLanguage}">${escaped(title)}</a>`;
	};
	const rest = sections.length - maxItems;
	const items = sections.slice(0, maxItems).map(link);
	if (rest > 0) items.push(escaped(text(reader, "onlyThereRest", { count: rest })));
	const list = items.map((item) => `<li>${item}</li>`).join("");
	return `<p>${escaped(text(reader, "onlyThere", { other: languageName(otherLanguage, reader) }))}</p><ul>${list}</ul>`;
}
