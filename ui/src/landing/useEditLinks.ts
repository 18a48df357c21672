import { isLoggedIn } from "@pailou/core";
import { useEffect } from "react";
import type { Block, NewsPage } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Edit links from published content to its editor, for logged-in users. */
export function useEditLinks(shown: Block[] | NewsPage | undefined, locale: Locale): void {
	useEffect(() => {
		const main = document.getElementById("pailou-main");
		if (!main || !shown || !isLoggedIn()) return;
		let isDisposed = false;
		let remove = () => {};
		import("@/landing/edit/editLinks").then(
			({ addBlockLinks, addEntryLink }) => {
				if (isDisposed) return;
				remove = Array.isArray(shown) ? addBlockLinks(main, shown, locale) : addEntryLink(main, shown, locale);
			},
			() => undefined,
		);
		return () => {
			isDisposed = true;
			remove();
		};
	}, [shown, locale]);
}
