// Site data, which every page uses. It is loaded once, with the first page.
import { get } from "@/shared/http/api";
import type { Site } from "@/shared/http/types";
import { setMessages } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";
import type { LoadArgs } from "@/shared/load";

const unnamed: Record<Locale, string> = { "zh-CN": "牌楼", "en-US": "Pailou" };

export async function loadSite({ request }: LoadArgs): Promise<Site> {
	const site = await get<Site>("/api/v1/public/site", request.signal);
	setMessages(site.messages);
	return site;
}

export function siteName(site: Site | undefined, locale: Locale): string {
	return (site ? site.title[locale] : "") || unnamed[locale];
}
