// Login state, which every page uses. A 401 response can mean a wrong password or an expired session. `isAsking`
// distinguishes the two cases: it returns true during requests of the login form.
import { clearToken, onSessionChange } from "@pailou/core";

let pendingLoginRequests = 0;
let expired = false;
let lastName: string | undefined;

export function isAsking(): boolean {
	return pendingLoginRequests > 0;
}

/** Marks requests of the login form: a 401 response during `work` does not end the session. */
export async function whileAsking<T>(work: () => Promise<T>): Promise<T> {
	pendingLoginRequests += 1;
	try {
		return await work();
	} finally {
		pendingLoginRequests -= 1;
	}
}

/** Ends an expired session: unlike after a logout, the content of the page is kept. */
export function expire(): void {
	expired = true;
	clearToken();
	const stop = onSessionChange((loggedIn) => {
		if (!loggedIn) return;
		expired = false;
		stop();
	});
}

/** Whether the session has expired and no login has followed. */
export function hasExpired(): boolean {
	return expired;
}

const loginFormOpeners: (() => void)[] = [];

/** Registers a callback that opens a login form. Only the newest callback is used. The returned function removes it. */
export function registerLoginForm(ask: () => void): () => void {
	loginFormOpeners.push(ask);
	return () => {
		const position = loginFormOpeners.lastIndexOf(ask);
		if (position >= 0) loginFormOpeners.splice(position, 1);
	};
}

/** Opens the login form for a request that needs a login, even if the user has closed the form before. */
export function askAgain(): void {
	loginFormOpeners.at(-1)?.();
}

/**
 * Calls `act` after the next login, unless a different user logs in on this page. The user of a login in another tab is
 * not checked. Returns a function that cancels the call.
 */
export function onNextLoginOfSameUser(act: () => void): () => void {
	const name = lastName;
	const stop = onSessionChange((loggedIn) => {
		if (!loggedIn) return;
		stop();
		if (lastName === name) act();
	});
	return stop;
}

/** Stores the username for the login after the session has expired. */
export function rememberName(name: string): void {
	lastName = name;
}

/** Name of the user who was logged in last on this page; undefined if no user was. */
export function rememberedName(): string | undefined {
	return lastName;
}
