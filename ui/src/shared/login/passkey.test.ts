import { afterEach, expect, test, vi } from "vitest";
import { errorIn, passkeysAt } from "@/shared/login/passkey";

afterEach(() => vi.unstubAllGlobals());

test.each([
	["127.0.0.1", "no-name"],
	["[::1]", "no-name"],
	["192.0.2.1", "no-name"],
	["localhost", "here"],
	["docs.example.org", "here"],
	["1.example.org", "here"],
])("support for passkeys at %s is %s", (hostname, expected) => {
	vi.stubGlobal(
		"PublicKeyCredential",
		Object.assign(() => {}, { parseRequestOptionsFromJSON: () => {} }),
	);
	expect(passkeysAt(hostname)).toBe(expected);
});

test("browser without passkey support is detected", () => {
	vi.stubGlobal("PublicKeyCredential", undefined);
	expect(passkeysAt("localhost")).toBe("no-support");
});

test.each([
	["NotAllowedError", "passkeyCancelled"],
	["AbortError", "passkeyCancelled"],
	["InvalidStateError", "passkeyKnown"],
	["SecurityError", "passkeyElsewhere"],
])("browser error %s is reported as %s", (name, expected) => {
	expect(errorIn(new DOMException("", name))).toBe(expected);
	expect(errorIn(new TypeError(name))).toBeUndefined();
});
