import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import type { NearPage } from "@/app/nearPages";
import type { Locale } from "@/shared/i18n/locale";
import { useHydrated } from "@/shared/useHydrated";

interface NearPages {
	/** Search terms from the URL; undefined in the server's HTML, which is the same for all URLs. */
	words: string | undefined;
	pages: NearPage[];
}

const none: NearPages = { words: undefined, pages: [] };

/** Pages with a URL similar to the current URL, which was not found; empty until the server responds. */
export function useNearPages(locale: Locale): NearPages {
	const { pathname } = useLocation();
	const isHydrated = useHydrated();
	const [found, setFound] = useState<NearPages & { pathname: string }>();

	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		const load = async () => {
			const { nearestPages, searchWords } = await import("@/app/nearPages");
			const words = searchWords(pathname);
			if (!signal.aborted) setFound({ pathname, words, pages: [] });
			const pages = await nearestPages(locale, pathname, signal);
			if (!signal.aborted) setFound({ pathname, words, pages });
		};
		load().catch(() => undefined);
		return () => controller.abort();
	}, [locale, pathname]);

	return isHydrated && found?.pathname === pathname ? found : none;
}
