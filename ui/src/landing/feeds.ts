import { text } from "@/landing/text";
import { type Locale, withLocale } from "@/shared/i18n/locale";

/** Feeds with the news of a language: Atom and JSON Feed. */
export function feedsOf(locale: Locale): { type: string; title: string; url: string }[] {
	const title = text(locale, "news");
	const at = (ending: string) => `${withLocale("/news", locale)}.${ending}`;
	return [
		{ type: "application/atom+xml", title, url: at("xml") },
		{ type: "application/feed+json", title, url: at("json") },
	];
}
