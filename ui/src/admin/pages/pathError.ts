// Messages for an invalid path of a page.
import { named, text } from "@/admin/pages/text";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import type { Locale } from "@/shared/i18n/locale";

export function pathErrorText(locale: Locale, sending: Sending): string | undefined {
	const errors = fieldErrors(sending);
	const wrong = errors.find(({ field }) => field === "path");
	return wrong && (named(locale, `path.${wrong.code}`) ?? text(locale, "path.page-path"));
}
