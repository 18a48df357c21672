// Requests that open or end a session.
import { clearToken, setToken } from "@pailou/core";
import { ProblemError, post } from "@/shared/http/api";
import type { Session } from "@/shared/http/types";
import { rememberName, whileAsking } from "@/shared/login/session";

/** Data for the message of a rejected request. */
export type Refusal = Pick<ProblemError, "problem" | "wait">;

export type Outcome = { state: "in" } | { state: "refused"; error: Refusal } | { state: "unreachable" };

/** Logs in with a password. `code` is the two-factor code; empty if none was requested. */
export function logIn(username: string, password: string, code: string): Promise<Outcome> {
	return openSession("/api/v1/login", code === "" ? { username, password } : { username, password, code });
}

/** Logs out. The token is removed from this browser even if the request fails. */
export async function logOut(): Promise<void> {
	const request = post("/api/v1/logout", {});
	clearToken();
	await request.catch((error: unknown) => console.error("revoking session failed", error));
}

/** Sends a request that opens a session, and stores its token. */
export function openSession(url: string, body: Record<string, unknown>): Promise<Outcome> {
	return whileAsking(async () => {
		try {
			const { token, user } = await post<Session>(url, body);
			rememberName(user.name);
			setToken(token);
			return { state: "in" };
		} catch (error) {
			return error instanceof ProblemError ? { state: "refused", error } : { state: "unreachable" };
		}
	});
}
