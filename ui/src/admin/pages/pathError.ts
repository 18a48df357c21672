// Messages for an invalid path of a page, and for a text that exists already.
import { named, text } from "@/admin/pages/text";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import type { Locale } from "@/shared/i18n/locale";

export function pathErrorText(locale: Locale, sending: Sending): string | undefined {
	const errors = fieldErrors(sending);
	const wrong = errors.find(({ field, code }) => field === "path" || code === "has-text");
	return wrong && (named(locale, `path.${wrong.code}`) ?? text(locale, "path.page-path"));
}
