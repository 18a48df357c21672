// Logging in and out. A refused password is a 401 too, which is no expired login: `isAsking` tells.
import { clearToken, setToken } from "@pailou/core";
import { type Problem, ProblemError, post } from "@/shared/api";
import type { Session } from "@/shared/wire";

export type Outcome = { state: "in" } | { state: "refused"; problem: Problem } | { state: "unreachable" };

let asking = 0;

export function isAsking(): boolean {
	return asking > 0;
}

export function logIn(username: string, password: string): Promise<Outcome> {
	return openSession("/api/v1/login", { username, password });
}

export function setUp(code: string, username: string, password: string): Promise<Outcome> {
	return openSession("/api/v1/setup", { code, username, password });
}

/** The token is gone from this browser even if the server cannot be told. */
export async function logOut(): Promise<void> {
	const told = post("/api/v1/logout", {});
	clearToken();
	await told.catch((error: unknown) => console.error("log-out not recorded", error));
}

async function openSession(url: string, body: Record<string, string>): Promise<Outcome> {
	asking += 1;
	try {
		const { token } = await post<Session>(url, body);
		setToken(token);
		return { state: "in" };
	} catch (error) {
		return error instanceof ProblemError ? { state: "refused", problem: error.problem } : { state: "unreachable" };
	} finally {
		asking -= 1;
	}
}
