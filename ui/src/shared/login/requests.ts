// The requests that open and end a session.
import { clearToken, setToken } from "@pailou/core";
import { ProblemError, post } from "@/shared/http/api";
import type { Session } from "@/shared/http/types";
import { rememberName, whileAsking } from "@/shared/login/session";

/** What a form can say of a refusal. */
export type Refusal = Pick<ProblemError, "problem" | "wait">;

export type Outcome = { state: "in" } | { state: "refused"; refusal: Refusal } | { state: "unreachable" };

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
export function openSession(url: string, body: Record<string, unknown>): Promise<Outcome> {
	return whileAsking(async () => {
		try {
			const { token, user } = await post<Session>(url, body);
			rememberName(user.name);
			setToken(token);
			return { state: "in" };
		} catch (error) {
			return error instanceof ProblemError ? { state: "refused", refusal: error } : { state: "unreachable" };
		}
	});
}
