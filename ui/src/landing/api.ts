import type { Landing } from "@/landing/wire";
import { get } from "@/shared/api";
import type { Locale } from "@/shared/locale";

export function landingPage(locale: Locale, signal?: AbortSignal): Promise<Landing> {
	return get<Landing>(`/api/v1/public/landing/${locale}`, signal);
}
