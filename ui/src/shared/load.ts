// Arguments and results of route loaders. The types are independent of `Request`, which does not exist on the server.

import { type Address, addressOf } from "@/shared/address";
import type { Head } from "@/shared/head";
import type { Counterpart } from "@/shared/http/types";
import { type Locale, localeAt } from "@/shared/i18n/locale";

export interface LoadArgs {
	request: { url: string; signal?: AbortSignal };
	params: Record<string, string | undefined>;
}

export interface VersionRead {
	/** Name of the version in URLs. */
	name: string;
	/** Displayed name of the version. */
	label: string;
}

/** Data of a page that the layout uses. */
export interface PageData {
	head: Head;
	/** The page in the other language; null if not translated; undefined if its URL differs only in the language. */
	counterpart?: Counterpart | null;
	/** Old documentation version that contains the page; undefined for the current version. */
	version?: VersionRead | undefined;
	/** Maps the section ids on this page to those in the other language. */
	anchors?: Record<string, string>;
}

/**
 * Returns the URL and the locale of a request. Must be called before the first `await`: on the server, another render
 * may change the visitor's locale, which is global, during the `await`.
 */
export function addressAndLocaleOf({ request }: LoadArgs): Address & { locale: Locale } {
	const address = addressOf(request.url);
	return { ...address, locale: localeAt(address.path) };
}

export function isPageData(value: unknown): value is PageData {
	return typeof value === "object" && value !== null && "head" in value;
}
