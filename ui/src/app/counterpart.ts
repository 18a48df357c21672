// URL to which the language switch links, and the translation state of the page in the other language.
import type { AreaName } from "@/app/handle";
import { routePath } from "@/shared/address";
import type { Counterpart, TextState } from "@/shared/http/types";
import { type Locale, localeOfPath, withLocale } from "@/shared/i18n/locale";

interface CurrentPage {
	path: string;
	area: AreaName;
	counterpart: Counterpart | null | undefined;
}

export interface SwitchTarget {
	path: string;
	state: TextState | "home" | "unknown";
	/** Number of segments that are outdated or not translated in the other language. */
	outdated: number;
}

const inBothLanguages = new Set<AreaName>(["landing", "docs", "assistant"]);

export function counterpartOf({ path, area, counterpart }: CurrentPage, other: Locale): SwitchTarget {
	// The not-found page has no counterpart, so the language switch links to the front page.
	if (area === "notFound") return { path: withLocale("/", other), state: "home", outdated: 0 };
	if (counterpart)
		return { path: routePath(counterpart.url), state: counterpart.state, outdated: counterpart.outdated };
	if (counterpart === null) return { path: withLocale(path, other), state: "not_translated", outdated: 0 };
	const prefixed = inBothLanguages.has(area) || localeOfPath(path) !== undefined;
	return { path: prefixed ? withLocale(path, other) : path, state: "unknown", outdated: 0 };
}

/** Returns the fragment of the same section in the other language; `hash` itself if `anchors` does not contain it. */
export function counterpartHash(hash: string, anchors: Record<string, string> | undefined): string {
	const id = hash.slice(1);
	const counterpartId = anchors?.[decoded(id)];
	return counterpartId === undefined ? hash : `#${encodeURIComponent(counterpartId)}`;
}

export function decoded(id: string): string {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}
