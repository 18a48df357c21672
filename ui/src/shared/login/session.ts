// Login state of every page. A wrong password is a 401 too, but no expired session: `isAsking` tells them apart.
import { clearToken, onSessionChange } from "@pailou/core";

let asking = 0;
let expired = false;
let lastName: string | undefined;

export function isAsking(): boolean {
	return asking > 0;
}

/** During `work`, a 401 concerns the login form and not the session. */
export async function whileAsking<T>(work: () => Promise<T>): Promise<T> {
	asking += 1;
	try {
		return await work();
	} finally {
		asking -= 1;
	}
}

/** The session has expired: unlike after a logout, the content of the page stays. */
export function expire(): void {
	expired = true;
	clearToken();
	const stop = onSessionChange((loggedIn) => {
		if (!loggedIn) return;
		expired = false;
		stop();
	});
}

/** Until the next login. */
export function hasExpired(): boolean {
	return expired;
}

const ways: (() => void)[] = [];

/** Registers a way to ask for a login in place; the newest is used. Returns a function that removes it. */
export function onAskAgain(ask: () => void): () => void {
	ways.push(ask);
	return () => {
		ways.splice(ways.lastIndexOf(ask), 1);
	};
}

/** A request needed a login: the login is asked for again, even if the user has closed the dialog before. */
export function askAgain(): void {
	ways.at(-1)?.();
}

/** Acts once, when the same person is logged in again, here or in another tab; what it gives back ends that. */
export function onceBack(act: () => void): () => void {
	const name = lastName;
	const stop = onSessionChange((loggedIn) => {
		if (!loggedIn) return;
		stop();
		if (lastName === name) act();
	});
	return stop;
}

/** Whose login it is, for when it has ended. */
export function rememberName(name: string): void {
	lastName = name;
}

/** Who was logged in last on this page. */
export function rememberedName(): string | undefined {
	return lastName;
}
