import type { Page } from "@/docs/wire";
import { routePath } from "@/shared/address";
import type { Head } from "@/shared/head";
import { withLocale } from "@/shared/locale";

/** A fallback points to the original and claims no language it is not written in. */
export function headOfPage(
	page: Pick<Page, "url" | "asked" | "locale" | "title" | "description" | "counterpart">,
): Head {
	const { url, asked, locale, title, description, counterpart } = page;
	const kind = "article";
	if (asked !== locale) return { title, description, kind, canonical: withLocale(routePath(url), locale) };
	const alternates = [{ locale, url }];
	if (counterpart && counterpart.state !== "missing")
		alternates.push({ locale: counterpart.locale, url: counterpart.url });
	return { title, description, kind, canonical: url, alternates };
}
