// Passkeys (WebAuthn): passes the server's challenge to the authenticator, and the authenticator's response to the
// server.
import { ProblemError, post } from "@/shared/http/api";
import { type Outcome, openSession } from "@/shared/login/requests";

/** Reason why the browser returned no credential: canceled, already registered, or not allowed on this host. */
export type ErrorKey = "passkeyCancelled" | "passkeyKnown" | "passkeyElsewhere";

export type PasskeyOutcome = Outcome | { state: "none"; error: ErrorKey };

/**
 * Returns `here` if passkeys can be used on this page, or else the reason why not: browsers bind them to a domain name
 * and require a secure context.
 */
export function passkeysAt(hostname: string): "here" | "no-name" | "no-support" {
	if (/^[\d.]+$|:/.test(hostname)) return "no-name";
	const isKnown = typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
	return isKnown ? "here" : "no-support";
}

export function logInWithPasskey(): Promise<PasskeyOutcome> {
	const url = "/api/v1/login/passkey";
	return outcomeOf(async () => openSession(url, { credential: await signed(url) }));
}

/** Re-authenticates with a passkey instead of the password. */
export function confirmWithPasskey(): Promise<PasskeyOutcome> {
	const url = "/api/v1/confirm/passkey";
	return outcomeOf(async () => {
		await post<void>(url, { credential: await signed(url) });
		return { state: "in" };
	});
}

async function signed(url: string): Promise<unknown> {
	const { options } = await post<{ options: PublicKeyCredentialRequestOptionsJSON }>(`${url}/begin`, {});
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
	return answerOf(await navigator.credentials.get({ publicKey }));
}

/** Creates a passkey with the options from the server; returns the authenticator's response. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
	return answerOf(await navigator.credentials.create({ publicKey }));
}

function answerOf(credential: Credential | null): unknown {
	if (!(credential instanceof PublicKeyCredential)) throw new DOMException("no passkey", "NotAllowedError");
	return credential.toJSON();
}

/** Returns the message key for a browser error; undefined if the error is not from the browser. */
export function errorIn(error: unknown): ErrorKey | undefined {
	if (!(error instanceof DOMException)) return undefined;
	if (error.name === "InvalidStateError") return "passkeyKnown";
	return error.name === "SecurityError" ? "passkeyElsewhere" : "passkeyCancelled";
}

async function outcomeOf(act: () => Promise<Outcome>): Promise<PasskeyOutcome> {
	try {
		return await act();
	} catch (error) {
		const passkeyError = errorIn(error);
		if (passkeyError) return { state: "none", error: passkeyError };
		return error instanceof ProblemError ? { state: "refused", error } : { state: "unreachable" };
	}
}
