import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodiesOf, click, close, open, problem, serve, type, user, wrong } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const write = (label: string, value: string) => {
	const [field] = screen.getAllByLabelText(label);
	if (field) fireEvent.input(field, { target: { value } });
};
const done = () => new Response(null, { status: 204 });
const phone = { id: "p", name: "Phone", created_at: 0, used_at: null };
const login = { id: "b", is_current: false, agent: "", address: "b", seen_at: 0, created_at: 0 };

const statusMessages = () =>
	screen
		.queryAllByRole("status")
		.map(({ textContent }) => textContent)
		.filter(Boolean);

test("account page message stays until the next action or input", async () => {
	serve({
		"GET /me/sessions": () => Response.json([login]),
		"GET /me/passkeys": () => Response.json([phone]),
		"DELETE /me/sessions/b": done,
		"DELETE /me/passkeys/p": done,
	});
	open("/admin/account");
	await click("End session: Unknown client from b");
	await waitFor(() => expect(statusMessages()).toEqual(["The session of Unknown client from b has ended."]));
	await click("Remove Phone");
	fireEvent.click(screen.getByRole("button", { name: "Remove" }));
	await waitFor(() => expect(statusMessages()).toEqual(["The passkey “Phone” is removed."]));
	write("Current password", "a");
	expect(statusMessages()).toEqual([]);
});

/** Simulates a browser that supports passkeys and creates them with `create`. */
function withPasskeys(create: () => Promise<unknown>): void {
	vi.stubGlobal("PublicKeyCredential", Credential);
	// The URL has a host name instead of an IP address, because browsers bind passkeys to domain names.
	vi.stubGlobal("location", new URL("http://localhost/index/admin/account"));
	vi.stubGlobal("navigator", { credentials: { create } });
}

class Credential {
	static parseRequestOptionsFromJSON = () => ({});
	static parseCreationOptionsFromJSON = () => ({});
	toJSON = () => ({});
}

test("adding or renaming a passkey shows a message", async () => {
	withPasskeys(async () => new Credential());
	serve({
		"GET /me/passkeys": () => Response.json([phone]),
		"POST /me/passkeys/begin": () => Response.json({ options: {} }),
		"POST /me/passkeys": () => Response.json(phone),
		"PUT /me/passkeys/p": () => Response.json(phone),
	});
	open("/admin/account");
	await click("Rename Phone");
	write("Name of the passkey", "Desk");
	await click("Save");
	await waitFor(() => expect(statusMessages()).toEqual(["The passkey was renamed to “Desk”."]));
	write("Name of the passkey", "Stick");
	expect(statusMessages()).toEqual([]);
	await click("Add a passkey");
	await waitFor(() => expect(statusMessages()).toEqual(["The passkey “Stick” is added."]));
});

test("passkey error stays until the next action or input", async () => {
	withPasskeys(() => Promise.reject(new DOMException("", "InvalidStateError")));
	serve({
		"GET /me/passkeys": () => Response.json([phone]),
		"POST /me/passkeys/begin": () => Response.json({ options: {} }),
		"PUT /me/passkeys/p": () => Response.json(phone),
	});
	open("/admin/account");
	const refused = /^This device already has a passkey/;
	await type("Name of the passkey", "Phone");
	await click("Add a passkey");
	expect((await screen.findByText(refused)).getAttribute("role")).toBe("alert");
	write("Name of the passkey", "Phone 2");
	expect(screen.queryByText(refused)).toBeNull();
	await click("Add a passkey");
	await screen.findByText(refused);
	await click("Rename Phone");
	await click("Save");
	await waitFor(() => expect(statusMessages()).toEqual(["The passkey was renamed to “Phone”."]));
	expect(screen.queryByText(refused)).toBeNull();
});

const twoSteps = {
	"GET /me": () => Response.json({ ...user, second_factor: true }),
	"GET /me/second-factor": () => Response.json({ is_on: true, recovery_codes: 9 }),
};

test("new recovery codes require only the re-authentication code", async () => {
	let used: unknown;
	serve({
		...twoSteps,
		"PUT /me/second-factor": () =>
			used === undefined ? problem(403, "confirm-needed") : Response.json({ recovery_codes: ["abcde-fghij"] }),
		"POST /confirm": ({ body }) => {
			used = body;
			return done();
		},
	});
	open("/admin/account");
	await click("New recovery codes");
	expect(screen.getByText("Your existing codes will stop working.")).toBeTruthy();
	await click("New recovery codes");
	await type("Your password", "right");
	await type("Code", "123456");
	await click("Confirm");
	expect(await screen.findByText("abcde-fghij")).toBeTruthy();
	expect(used).toEqual({ password: "right", code: "123456" });
	// The requests contain an empty code: the server accepts a code only once, and the re-authentication has used the
	// entered code.
	expect(bodiesOf("PUT /me/second-factor")).toEqual([{ code: "" }, { code: "" }]);
});

test("rejected creation of recovery codes shows an error", async () => {
	serve({ ...twoSteps, "PUT /me/second-factor": () => wrong("code", "wrong") });
	open("/admin/account");
	await click("New recovery codes");
	await click("New recovery codes");
	expect(await screen.findByText("The request contains invalid values. Check your input.")).toBeTruthy();
});

test("password form states the effect on API tokens", async () => {
	serve({});
	open("/admin/account");
	const password = await screen.findByRole("region", { name: "Password" });
	expect(within(password).getByText(/API tokens stay valid/)).toBeTruthy();
});

test("disabling two-factor authentication shows a message", async () => {
	serve({
		...twoSteps,
		"DELETE /me/second-factor": done,
	});
	open("/admin/account");
	await click("Turn off two-factor authentication");
	await click("Turn off two-factor authentication");
	await waitFor(() => expect(statusMessages()).toEqual(["Two-factor authentication is off."]));
	expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Two-factor authentication" }));
});
