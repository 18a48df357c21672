import { isLoggedIn } from "@pailou/core";
import { useEffect } from "react";
import type { Block, NewsPage } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Edit links from published content to its editor, for logged-in users. */
export function useEditLinks(content: Block[] | NewsPage | undefined, locale: Locale): void {
	useEffect(() => {
		const main = document.getElementById("pailou-main");
		if (!main || !content || !isLoggedIn()) return;
		let isDisposed = false;
		let remove = () => {};
		import("@/landing/edit/editLinks").then(
			({ addBlockLinks, addEntryLink }) => {
				if (isDisposed) return;
				remove = Array.isArray(content) ? addBlockLinks(main, content, locale) : addEntryLink(main, content, locale);
			},
			() => undefined,
		);
		return () => {
			isDisposed = true;
			remove();
		};
	}, [content, locale]);
}
