// Where the language switch leads, and what waits there.
import type { AreaName } from "@/app/handle";
import { routePath } from "@/shared/address";
import { type Locale, localeOfPath, withLocale } from "@/shared/locale";
import type { Counterpart, TextState } from "@/shared/wire";

interface Here {
	path: string;
	area: AreaName;
	counterpart: Counterpart | null | undefined;
}

export interface There {
	path: string;
	state: TextState | "home";
}

const inBothLanguages = new Set<AreaName>(["landing", "docs", "assistant"]);

export function counterpartOf({ path, area, counterpart }: Here, other: Locale): There {
	// One not-found page serves every wrong address, so it cannot know its own.
	if (area === "notFound") return { path: withLocale("/", other), state: "home" };
	if (counterpart) return { path: routePath(counterpart.url), state: counterpart.state };
	if (counterpart === null) return { path: withLocale(path, other), state: "missing" };
	const prefixed = inBothLanguages.has(area) || localeOfPath(path) !== undefined;
	return { path: prefixed ? withLocale(path, other) : path, state: "current" };
}
