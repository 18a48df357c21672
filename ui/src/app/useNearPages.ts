import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import type { NearPage } from "@/app/nearPages";
import type { Locale } from "@/shared/i18n/locale";
import { useHydrated } from "@/shared/useHydrated";

interface Near {
	/** Words of the address, to search for; undefined in the server's HTML, which all addresses share. */
	words: string | undefined;
	pages: NearPage[];
}

const none: Near = { words: undefined, pages: [] };

/** Pages with an address like the one that was not found. Without a response there are none. */
export function useNearPages(locale: Locale): Near {
	const { pathname } = useLocation();
	const isHydrated = useHydrated();
	const [found, setFound] = useState<Near & { pathname: string }>();

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
