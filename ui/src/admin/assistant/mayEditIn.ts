import { segmentOf, segments } from "@/admin/pages/language";
import { may } from "@/admin/roles";
import type { User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";

/** Whether the user may change questions and answers in this language. The server also checks this permission. */
export function mayEditIn(user: User, locale: Locale): boolean {
	return may(user, "pages-edit") && isWithin(user, "docs", segmentOf(locale));
}

/** Whether the user may change questions and answers in at least one language. */
export function mayEditInAny(user: User): boolean {
	return may(user, "pages-edit") && segments.some((segment) => isWithin(user, "docs", segment));
}
