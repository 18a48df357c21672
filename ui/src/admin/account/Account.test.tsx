import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { click, close, open, serve, user } from "@/admin/testing";
import { chooseLocale } from "@/shared/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const write = (label: string, value: string) => {
	const [field] = screen.getAllByLabelText(label);
	if (field) fireEvent.input(field, { target: { value } });
};
const done = () => new Response(null, { status: 204 });
const phone = { id: "p", name: "Phone", created_at: 0, used_at: null };
const login = { id: "b", is_current: false, agent: "", address: "b", seen_at: 0, created_at: 0 };

const told = () =>
	screen
		.queryAllByRole("status")
		.map(({ textContent }) => textContent)
		.filter(Boolean);

test("a login that was ended is said, until something is done elsewhere or written", async () => {
	serve({
		"GET /me/sessions": () => Response.json([login]),
		"GET /me/passkeys": () => Response.json([phone]),
		"DELETE /me/sessions/b": done,
		"DELETE /me/passkeys/p": done,
	});
	open("/admin/account");
	await click("End Unknown program from b");
	await waitFor(() => expect(told()).toEqual(["The login of Unknown program from b has ended."]));
	await click("Remove Phone");
	fireEvent.click(screen.getByRole("button", { name: "Remove" }));
	await waitFor(() => expect(told()).toEqual(["The passkey “Phone” is removed."]));
	write("Current password", "a");
	expect(told()).toEqual([]);
});

test("a passkey that was added or renamed is said", async () => {
	class Credential {
		static parseRequestOptionsFromJSON = () => ({});
		static parseCreationOptionsFromJSON = () => ({});
		toJSON = () => ({});
	}
	vi.stubGlobal("PublicKeyCredential", Credential);
	// Browsers bind passkeys to names.
	vi.stubGlobal("location", new URL("http://localhost/index/admin/account"));
	vi.stubGlobal("navigator", { credentials: { create: async () => new Credential() } });
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
	await waitFor(() => expect(told()).toEqual(["The passkey is called “Desk” now."]));
	write("Name of the passkey", "Stick");
	expect(told()).toEqual([]);
	await click("Add a passkey");
	await waitFor(() => expect(told()).toEqual(["The passkey “Stick” is added."]));
});

test("the second step that was turned off is said", async () => {
	serve({
		"GET /me": () => Response.json({ ...user, second_factor: true }),
		"GET /me/second-factor": () => Response.json({ is_on: true, recovery_codes: 9 }),
		"DELETE /me/second-factor": done,
	});
	open("/admin/account");
	await click("Turn off the second step");
	await click("Turn off the second step");
	await waitFor(() => expect(told()).toEqual(["The second step is off."]));
	expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Second step at login" }));
});
