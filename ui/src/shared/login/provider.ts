// Login with an identity provider: the browser is redirected to the provider and returns with a code in the URL. The
// server's key for this login is kept in the session storage of the tab.
import { post } from "@/shared/http/api";
import type { OidcRequest, OidcResponse } from "@/shared/http/types";

const name = "website_oidc";

export type Purpose = "login" | "link";

/** Query parameters of a callback from the identity provider. */
export interface OidcCallback {
	state: string;
	code: string | undefined;
	iss: string | undefined;
}

/** Stores the purpose and the key of the request from `begin`, and redirects to the identity provider. */
export async function redirectToProvider(purpose: Purpose, begin: () => Promise<OidcRequest>): Promise<void> {
	const { url, key } = await begin();
	sessionStorage.setItem(name, `${purpose} ${key}`);
	location.assign(url);
}

export function beginLogin(): Promise<OidcRequest> {
	return post<OidcRequest>("/api/v1/login/oidc/begin", {});
}

/**
 * Returns the purpose of the login and the data to send. Returns undefined if called a second time, if the login did
 * not begin in this tab, or if the callback has no code.
 */
export function takeResponse({
	state,
	code,
	iss,
}: OidcCallback): { purpose: Purpose; answer: OidcResponse } | undefined {
	const [purpose, key] = (sessionStorage.getItem(name) ?? "").split(" ");
	sessionStorage.removeItem(name);
	if ((purpose !== "login" && purpose !== "link") || !key || code === undefined) return undefined;
	return { purpose, answer: iss === undefined ? { code, state, key } : { code, state, iss, key } };
}

export function returnedIn(search: string): OidcCallback | undefined {
	const query = new URLSearchParams(search);
	const state = query.get("state");
	if (state === null || !(query.has("code") || query.has("error"))) return undefined;
	return { state, code: query.get("code") ?? undefined, iss: query.get("iss") ?? undefined };
}
