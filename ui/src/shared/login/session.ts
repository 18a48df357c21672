// Logging in and out. A refused password is a 401 too, which is no expired login: `isAsking` tells.
import { clearToken, onSessionChange, setToken } from "@pailou/core";
import { ProblemError, post } from "@/shared/api";
import type { Session } from "@/shared/wire";

/** What a form can say of a refusal. */
export type Refusal = Pick<ProblemError, "problem" | "wait">;

export type Outcome = { state: "in" } | { state: "refused"; refusal: Refusal } | { state: "unreachable" };

let asking = 0;
let expired = false;
let lastName: string | undefined;

export function isAsking(): boolean {
	return asking > 0;
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

/** `code` is that of the second step, and empty where none was asked for. */
export function logIn(username: string, password: string, code: string): Promise<Outcome> {
	return openSession("/api/v1/login", code === "" ? { username, password } : { username, password, code });
}

/** The token is gone from this browser even if the server cannot be told. */
export async function logOut(): Promise<void> {
	const told = post("/api/v1/logout", {});
	clearToken();
	await told.catch((error: unknown) => console.error("log-out not recorded", error));
}

/** Sends what opens a session, and keeps its token. */
export async function openSession(url: string, body: Record<string, unknown>): Promise<Outcome> {
	asking += 1;
	try {
		const { token, user } = await post<Session>(url, body);
		rememberName(user.name);
		setToken(token);
		return { state: "in" };
	} catch (error) {
		return error instanceof ProblemError ? { state: "refused", refusal: error } : { state: "unreachable" };
	} finally {
		asking -= 1;
	}
}
