// Searches for pages while the user types, by title, path, or URL. A response to an earlier query is ignored.
import { useEffect, useState } from "react";
import type { Command } from "@/admin/command-palette/commands";
import { paletteText as text } from "@/admin/command-palette/paletteText";
import { otherOf, type Segment, segmentOf } from "@/admin/pages/language";
import { pageAt, pageUrlOfInput } from "@/admin/pages/place";
import { searchOf } from "@/shared/address";
import { getList } from "@/shared/http/api";
import type { AdminPage } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";

/** Maximum number of listed pages. */
const maxPages = 8;

export interface PageCommands {
	pages: Command[];
	state: "searching" | "found" | "failed";
}

export function usePages(typed: string, mayRead: boolean): PageCommands {
	const locale = useLocale();
	const q = typed.trim();
	const isSearching = mayRead && q !== "";
	const [latest, setLatest] = useState<{ q: string; pages: AdminPage[] | undefined }>({ q: "", pages: [] });

	useEffect(() => {
		if (!isSearching) return;
		const controller = new AbortController();
		pagesFor(q, controller.signal).then(
			(pages) => setLatest({ q, pages }),
			(error: unknown) => {
				if (controller.signal.aborted) return;
				console.error("loading pages failed", error);
				setLatest({ q, pages: undefined });
			},
		);
		return () => controller.abort();
	}, [q, isSearching]);

	if (!isSearching) return { pages: [], state: "found" };
	// Shows the last result until the next response, to avoid layout shifts.
	const segment = pageUrlOfInput(latest.q)?.segment ?? segmentOf(locale);
	const pages = (latest.pages ?? []).flatMap((page) => commandOf(page, locale, segment));
	if (latest.q !== q) return { pages, state: "searching" };
	return { pages, state: latest.pages ? "found" : "failed" };
}

async function pagesFor(q: string, signal: AbortSignal): Promise<AdminPage[]> {
	const pageUrl = pageUrlOfInput(q);
	if (pageUrl) {
		const page = await pageAt(pageUrl, signal);
		return page ? [page] : [];
	}
	const query = searchOf({ q: q.slice(0, 200), size: maxPages });
	return (await getList<AdminPage>(`/api/v1/admin/pages${query}`, signal)).data;
}

function commandOf(page: AdminPage, locale: Locale, preferred: Segment): Command[] {
	const segment = page[preferred] ? preferred : otherOf(preferred);
	const version = page[segment];
	if (!version) return [];
	const name = text(locale, "page", { title: version.title, path: version.path });
	return [{ group: "pages", id: page.id, name, names: [], to: `/admin/pages/${page.id}?locale=${segment}` }];
}
