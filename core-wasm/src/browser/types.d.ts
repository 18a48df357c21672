/** Event that the listener of `onLoginExpired` receives. */
export interface LoginExpired {
	/** Status text of the response; `Unauthorized` for HTTP/2 and later, which send none. */
	statusText: string;
	/** URL that was passed to `send`. */
	url: string;
	/**
	 * True if the request was `POST /api/v1/login`: the credentials were wrong, and no session has
	 * expired. The login form shows the error, so no other prompt is needed.
	 */
	isLoginAttempt: boolean;
}

/** Options of `fetch`, a timeout, and a number of retries. */
export interface SendOptions extends RequestInit {
	/** Milliseconds after which the request, its retries, or its body fail with a `TimeoutError`; 0: no timeout. */
	timeoutMs?: number;
	/** Maximum number of retries of a `GET` or `HEAD` after a network failure or a 429, 502, 503, or 504 response. */
	retries?: number;
}

/** Options of `configure`. */
export interface Settings {
	/** Name of the CSRF cookie. State-changing requests to the page's site send its value. Default: `XSRF-TOKEN`. */
	antiForgeryCookie?: string;
	/** Name of the CSRF header. Default: `X-XSRF-TOKEN`. */
	antiForgeryHeader?: string;
	/** Timeout in milliseconds of requests that set no timeout. Default: 0 (none). */
	timeoutMs?: number;
	/** Maximum number of retries of `GET` and `HEAD` requests that set no number. Default: 0. */
	retries?: number;
}

/** Result of `decorate`: the URL of a request, and the headers to add, such as the session token and the CSRF token. */
export interface Decorated {
	url: string;
	headers: [name: string, value: string][];
}

/** One page of a list. */
export interface List<T> {
	/** Number of matching rows on all pages, from `x-total-count`. */
	total: number | undefined;
	/** Sum of a numeric column over all matching rows, from `x-total-sum`. */
	sum: number | undefined;
	data: T[];
}

/** Error with which `sendList` rejects for an error status. */
export interface HttpError extends Error {
	name: "HttpError";
	status: number;
	statusText: string;
	/** Response with an unread body. */
	response: Response;
}

/** Error of the API (RFC 9457). Clients select a message by `code`. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	detail: string;
	code: string;
	errors: { field: string; code: string; detail: string }[];
}

/**
 * Returns the URL and the headers that `send` would use, for code that sends requests in another way.
 * Default of `method`: `GET`.
 */
export function decorate(url: string, method?: string): Decorated;

/**
 * Calls `fetch`. Adds the session token for URLs below `/api`, and the CSRF header for state-changing
 * requests to the page's own site. Resolves with the unchanged `Response` of the browser for every status.
 */
export function send(url: string, options?: SendOptions): Promise<Response>;

/**
 * Fetches a list. An empty body is an empty list. Rejects with an `HttpError` for an error status, and
 * with a `SyntaxError` for invalid JSON.
 */
export function sendList<T = unknown>(url: string, options?: SendOptions): Promise<List<T>>;
