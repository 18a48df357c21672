// Sends page views and searches to the statistics. Nothing is sent if the browser has Do Not Track or Global Privacy
// Control enabled, and failures are ignored. The server counts paths of pages and hosts of referrers. Queries and
// fragments of URLs are not sent, because they may contain a question or a secret.
import { send } from "@pailou/core";
import type { Locale } from "@/shared/i18n/locale";

interface Report {
	url: string;
	locale: Locale;
	referrer?: string;
	search?: { query: string; results: number };
}

export function report(done: Report): void {
	if (refusesCounting()) return;
	const headers: [string, string][] = [["content-type", "application/json"]];
	const { url, referrer, ...rest } = done;
	const counted = { ...rest, url: pathOf(url), referrer: originOf(referrer), id: randomId() };
	const options = { method: "POST", headers, body: JSON.stringify(counted) };
	send("/api/v1/public/datastat/collect", options).catch((error: unknown) =>
		console.debug("sending statistics failed", error),
	);
}

let last = "";

/** Reports a completed search. The same query twice in a row counts as one search. */
export function reportSearch(locale: Locale, query: string, results: number): void {
	if (query === last || query === "") return;
	last = query;
	report({ url: location.pathname, locale, search: { query: query.slice(0, 200), results } });
}

/** Returns the URL without query and fragment. */
function pathOf(url: string): string {
	return url.split(/[?#]/, 1)[0] ?? "";
}

/** Returns the origin of an absolute URL; undefined for a page of this site and for an invalid URL. */
function originOf(url: string | undefined): string | undefined {
	return url === undefined ? undefined : /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
}

function refusesCounting(): boolean {
	const privacy: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator;
	return privacy.doNotTrack === "1" || privacy.globalPrivacyControl === true;
}

function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
