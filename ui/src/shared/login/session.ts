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

/** Whose login it is, for when it has ended. */
export function rememberName(name: string): void {
	lastName = name;
}

/** Who was logged in last on this page. */
export function rememberedName(): string | undefined {
	return lastName;
}
