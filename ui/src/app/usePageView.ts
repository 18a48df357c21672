import { send } from "@pailou/core";
import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { routeValue } from "@/app/handle";
import { publicPath } from "@/shared/address";
import { useLocale } from "@/shared/locale";

/** Counts each page shown, unless the visitor asked not to be counted. Its failures concern nobody. */
export function usePageView(): void {
	const locale = useLocale();
	const { pathname, search } = useLocation();
	// What stands in the address of a private page (a set-up code) is nobody's statistics.
	const secret = routeValue(useMatches(), "needsLogin") === true;
	const url = publicPath(pathname) + (secret ? "" : search);
	const previous = useRef<string>(undefined);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a change of language alone is no page view.
	useEffect(() => {
		if (previous.current === url) return;
		const referrer = previous.current ?? document.referrer;
		previous.current = url;
		if (!refusesCounting()) whenShown(() => report({ url, referrer, locale, id: randomId() }));
	}, [url]);
}

function report(view: Record<string, string>): void {
	const headers: [string, string][] = [["content-type", "application/json"]];
	const options = { method: "POST", headers, body: JSON.stringify(view) };
	send("/api/v1/public/datastat/collect", options).catch((error: unknown) =>
		console.debug("page view not counted", error),
	);
}

function refusesCounting(): boolean {
	const privacy: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator;
	return privacy.doNotTrack === "1" || privacy.globalPrivacyControl === true;
}

// A page that is prerendered on suspicion has not been seen yet.
function whenShown(then: () => void): void {
	if ("prerendering" in document && document.prerendering)
		document.addEventListener("prerenderingchange", then, { once: true });
	else then();
}

function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
