// Links of header and footer, from the site file or built-in.
import { text } from "@/app/text";
import { publicPath } from "@/shared/address";
import type { NavigationEntry } from "@/shared/http/types";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { useSite } from "@/shared/useSite";

export function useLinks(list: "header" | "footer"): NavigationEntry[] {
	const locale = useLocale();
	const site = useSite();
	const own = site?.navigation?.[list]?.[locale];
	if (own) return own;
	const news = withLocale("/news", locale);
	const link = (key: Parameters<typeof text>[1], to: string) => ({ label: text(locale, key), to });
	const docs = link("docs", withLocale("/docs", locale));
	const areas = [
		link("assistant", withLocale("/assistant", locale)),
		link("localization", "/localization"),
		link("datastat", "/datastat"),
	];
	const ofNews = site?.news ? [link("news", news)] : [];
	if (list === "header") return [docs, ...ofNews, ...areas];
	const feed = site?.news ? [{ label: "Atom", to: publicPath(`${news}.xml`) }] : [];
	return [docs, ...ofNews, ...feed, ...areas, link("admin", "/admin")];
}
