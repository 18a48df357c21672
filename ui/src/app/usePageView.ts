import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { routeValue } from "@/app/handle";
import { publicPath } from "@/shared/address";
import { useLocale } from "@/shared/i18n/locale";
import { report } from "@/shared/report";

/** Reports each page view. */
export function usePageView(): void {
	const locale = useLocale();
	const { pathname, search } = useLocation();
	// A changed query, such as a new search, is another page view, except on pages that need a login.
	const matches = useMatches();
	const isOnePage = routeValue(matches, "needsLogin") === true;
	// The assistant in a frame of another site does not count as a page view.
	const counted = routeValue(matches, "layout") !== "bare";
	const url = publicPath(pathname) + (isOnePage ? "" : search);
	const previous = useRef<string>(undefined);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a change of language alone is no page view.
	useEffect(() => {
		if (!counted || previous.current === url) return;
		const referrer = previous.current ?? document.referrer;
		previous.current = url;
		whenShown(() => report({ url, referrer, locale }));
	}, [url]);
}

// A prerendered page is reported when it is displayed.
function whenShown(then: () => void): void {
	if ("prerendering" in document && document.prerendering)
		document.addEventListener("prerenderingchange", then, { once: true });
	else then();
}
