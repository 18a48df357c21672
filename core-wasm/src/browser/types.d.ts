/** A 401 has arrived. */
export interface LoginExpired {
	/** The status text of the response; `Unauthorized` where the protocol carries none. */
	statusText: string;
	/** The URL as it was given to `send`. */
	url: string;
	/**
	 * The request was `POST /api/v1/login` itself: the credentials were wrong, nothing has expired.
	 * A login form shows that in place and needs no other prompt.
	 */
	isLoginAttempt: boolean;
}

/** Everything `fetch` takes, and two options of our own. */
export interface SendOptions extends RequestInit {
	/** Rejects with a `TimeoutError` after this many milliseconds, retries and body included; 0: never. */
	timeoutMs?: number;
	/** How often a `GET` or `HEAD` is repeated after a network failure or a 429, 502, 503 or 504. */
	retries?: number;
}

/** What `configure` takes. */
export interface Settings {
	/** The cookie whose value is sent back with every change; `XSRF-TOKEN` unless set. */
	antiForgeryCookie?: string;
	/** The header that carries it; `X-XSRF-TOKEN` unless set. */
	antiForgeryHeader?: string;
	/** The time-out of every request that does not set its own; 0, none, unless set. */
	timeoutMs?: number;
	/** The retries of every read that does not set its own; 0, none, unless set. */
	retries?: number;
}

/** A request as it should be sent. */
export interface Decorated {
	url: string;
	headers: [name: string, value: string][];
}

/** One page of rows. */
export interface List<T> {
	/** How many rows match on all pages; from `x-total-count`. */
	total: number | undefined;
	/** The sum of the list's measured column over all matching rows; from `x-total-sum`. */
	sum: number | undefined;
	data: T[];
}

/** What `sendList` rejects with when the status is an error: an `Error` whose `name` is `"HttpError"`. */
export interface HttpError extends Error {
	name: "HttpError";
	status: number;
	statusText: string;
	/** The response itself, its body unread. */
	response: Response;
}

/** An error of the API (RFC 9457). Words for people are found by `code`. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	detail: string;
	code: string;
	errors: { field: string; code: string; detail: string }[];
}

/**
 * What `send` would add to a request, for code that sends by other means: the URL, and the headers
 * to set. The method is `GET` unless given.
 */
export function decorate(url: string, method?: string): Decorated;

/**
 * `fetch`, with the login token for URLs that start with `/api` and the anti-forgery header for
 * changes on the own site. Every status resolves; the response is the browser's own, untouched.
 */
export function send(url: string, options?: SendOptions): Promise<Response>;

/**
 * Fetches a list. An empty body is an empty list. An error status rejects with an `HttpError`; what
 * is not JSON with a `SyntaxError`.
 */
export function sendList<T = unknown>(url: string, options?: SendOptions): Promise<List<T>>;
