// Sections that only the other language has, named in the notice above the text.
import { escaped } from "@/docs/html";
import { passageText as text } from "@/docs/passageText";
import type { Page } from "@/shared/http/types";
import { type Locale, languageName, otherLocale } from "@/shared/i18n/locale";

/** A longer list would hide the text; the rest is only counted. */
const most = 5;

/** HTML of the list; undefined where there is none. */
export function missingHtml(page: Page, reader: Locale): string | undefined {
	const { requested_locale, locale, counterpart, missing_sections: sections } = page;
	if (requested_locale !== locale || !counterpart || sections.length === 0) return undefined;
	const there = otherLocale(locale);
	const link = ({ id, text: title }: (typeof sections)[number]) => {
		const url = `${counterpart.url}#${encodeURIComponent(id)}`;
		return `<a href="${escaped(url)}" hreflang="${there}" lang="${there}">${escaped(title)}</a>`;
	};
	const rest = sections.length - most;
	const items = sections.slice(0, most).map(link);
	if (rest > 0) items.push(escaped(text(reader, "onlyThereRest", { count: rest })));
	const list = items.map((item) => `<li>${item}</li>`).join("");
	return `<p>${escaped(text(reader, "onlyThere", { other: languageName(there, reader) }))}</p><ul>${list}</ul>`;
}
