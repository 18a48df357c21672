// Path of a page as entered in a form. Messages for an invalid path, and for a text that exists already.
import { named, text } from "@/admin/pages/text";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import type { Locale } from "@/shared/i18n/locale";

/** Returns the path that the user has entered, with hyphens instead of spaces. */
export function pathOf(input: string): string {
	return input
		.trim()
		.replace(/\s*\/\s*/g, "/")
		.replace(/\s+/g, "-");
}

export function pathErrorText(locale: Locale, sending: Sending): string | undefined {
	const errors = fieldErrors(sending);
	const wrong = errors.find(({ field, code }) => field === "path" || code === "has-text");
	return wrong && (named(locale, `path.${wrong.code}`) ?? text(locale, "path.page-path"));
}
