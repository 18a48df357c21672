// What every page knows of a login. A refused password is a 401 too, which is no expired login: `isAsking` tells.
import { clearToken, onSessionChange } from "@pailou/core";

let asking = 0;
let expired = false;
let lastName: string | undefined;

export function isAsking(): boolean {
	return asking > 0;
}

/** While `work` is under way, a refusal is an answer to somebody who logs in. */
export async function whileAsking<T>(work: () => Promise<T>): Promise<T> {
	asking += 1;
	try {
		return await work();
	} finally {
		asking -= 1;
	}
}

/** The login has ended by itself: unlike after logging out, what is on the page stays. */
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

/** Says how to ask for a login in place, until something else does; what it gives back ends that. */
export function onAskAgain(ask: () => void): () => void {
	ways.push(ask);
	return () => {
		ways.splice(ways.lastIndexOf(ask), 1);
	};
}

/** Something was to be sent without a login: it is asked for once more, even if somebody has put that off before. */
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
