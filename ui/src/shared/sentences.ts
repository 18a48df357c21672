import type { Locale } from "@/shared/locale";

/** One after the other: in Chinese no blank follows a full stop. */
export function sentences(locale: Locale, all: string[]): string {
	return all.join(locale === "zh-CN" ? "" : " ");
}
