import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { routeValue } from "@/app/handle";
import { publicPath } from "@/shared/address";
import { useLocale } from "@/shared/i18n/locale";
import { report } from "@/shared/report";

/** Reports each page view, unless the visitor has opted out. */
export function usePageView(): void {
	const locale = useLocale();
	const { pathname, search } = useLocation();
	// Pages that need a login: the query may contain a secret (a setup code), so it is not reported.
	const matches = useMatches();
	const secret = routeValue(matches, "needsLogin") === true;
	// The assistant in a frame of another site does not count as a page view.
	const counted = routeValue(matches, "layout") !== "bare";
	const url = publicPath(pathname) + (secret ? "" : search);
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
