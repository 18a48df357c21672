// What every route's loader gets and gives, on both sides. On the server there is no `Request`.

import { type Address, addressOf } from "@/shared/address";
import type { Head } from "@/shared/head";
import type { Counterpart } from "@/shared/http/types";
import { type Locale, localeAt } from "@/shared/i18n/locale";

export interface LoadArgs {
	request: { url: string; signal?: AbortSignal };
	params: Record<string, string | undefined>;
}

export interface VersionRead {
	/** As in addresses. */
	name: string;
	/** As readers see it. */
	label: string;
}

/** Data of a page, as far as the frame around it needs to know. */
export interface PageData {
	head: Head;
	/** The page in the other language; undefined = at the same place under the other prefix. */
	counterpart?: Counterpart | null;
	/** The old version of the documentation that it is of. */
	version?: VersionRead | undefined;
	/** Names of the page's sections in the other language, by their own. */
	anchors?: Record<string, string>;
}

/** Call before the first `await`: on the server the visitor's locale is that of one render. */
export function placeOf({ request }: LoadArgs): Address & { locale: Locale } {
	const address = addressOf(request.url);
	return { ...address, locale: localeAt(address.path) };
}

export function isPageData(value: unknown): value is PageData {
	return typeof value === "object" && value !== null && "head" in value;
}
