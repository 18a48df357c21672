// The two languages of a page: as URL segments and folder names (`zh`), and as locales (`zh-CN`).
import type { Locale } from "@/shared/i18n/locale";

export type Segment = "zh" | "en";

export const segments: [Segment, Segment] = ["zh", "en"];

const locales: Record<Segment, Locale> = { zh: "zh-CN", en: "en-US" };

export function localeOf(segment: Segment): Locale {
	return locales[segment];
}

export function segmentOf(locale: Locale): Segment {
	return locale === "zh-CN" ? "zh" : "en";
}

export function otherOf(segment: Segment): Segment {
	return segment === "zh" ? "en" : "zh";
}

export function isSegment(name: string | undefined): name is Segment {
	return name === "zh" || name === "en";
}
