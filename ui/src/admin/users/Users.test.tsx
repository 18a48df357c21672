import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { click, close, open, row, serve } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const done = () => new Response(null, { status: 204 });
const statusMessages = () =>
	screen
		.queryAllByRole("status")
		.map(({ textContent }) => textContent)
		.filter((message) => message !== "" && !message?.includes("account"));
const invitation = {
	id: "i",
	note: "Carl",
	role: "editor",
	locales: [],
	areas: [],
	made_by: "zoe",
	created_at: 0,
	expires_at: 0,
	usable: true,
};

test("password reset link is hidden after a permission change", async () => {
	serve({
		"POST /admin/users/2/reset": () => Response.json({ url: "http://localhost/x", expires_at: 0 }),
		"PUT /admin/users/2": () => Response.json(row),
	});
	open("/admin/users");
	await click("Password reset link for bob");
	expect(await screen.findByLabelText("Password reset link of bob")).toBeTruthy();
	expect(screen.getByText(/ends all sessions and API tokens of the account/)).toBeTruthy();
	await click("Change bob");
	await click("Save");
	await waitFor(() => expect(statusMessages()).toEqual(["Saved."]));
	expect(screen.queryByLabelText("Password reset link of bob"), "the permissions are unchanged").toBeTruthy();
	await click("Change bob");
	const form = within(screen.getByRole("form", { name: "Change bob" }));
	fireEvent.change(form.getByLabelText("Role"), { target: { value: "analyst" } });
	await click("Save");
	await waitFor(() => expect(screen.queryByLabelText("Password reset link of bob")).toBeNull());
});

test("disabled account has no button for a password reset link", async () => {
	serve({ "GET /admin/users": () => Response.json([{ ...row, disabled: true }]) });
	open("/admin/users");
	expect(await screen.findByRole("button", { name: "Change bob" })).toBeTruthy();
	expect(screen.queryByRole("button", { name: /[Pp]assword reset/ })).toBeNull();
});

test("action on another user clears the previous message", async () => {
	let left = [invitation];
	serve({
		"GET /admin/users": () => Response.json([row, { ...row, id: "3", name: "carl" }]),
		"GET /admin/invitations": () => Response.json(left),
		"PUT /admin/users/2": () => Response.json(row),
		"DELETE /admin/users/3/sessions": () => new Response(null, { status: 204 }),
		"DELETE /admin/invitations/i": () => {
			left = [];
			return done();
		},
	});
	open("/admin/users");
	await click("Change bob");
	await click("Save");
	await waitFor(() => expect(statusMessages()).toEqual(["Saved."]));
	await click("Log out everywhere: carl");
	expect(screen.getByText("This ends all sessions and API tokens of this account immediately.")).toBeTruthy();
	await click("Log out everywhere");
	const expected = "All sessions and API tokens of this account have ended.";
	await waitFor(() => expect(screen.getByText(expected)).toBeTruthy());
	expect(statusMessages()).not.toContain("Saved.");
	await click("Revoke Carl");
	await click("Revoke");
	await waitFor(() => expect(statusMessages()).toEqual(["The invitation is revoked: Carl."]));
	expect(screen.queryByText(expected)).toBeNull();
});

test("unusable invitation is marked, with the name of its creator", async () => {
	serve({
		"GET /admin/invitations": () =>
			Response.json([invitation, { ...invitation, id: "j", note: "Dora", usable: false }]),
	});
	open("/admin/users");
	const message = await screen.findByText(/^The link does not work: zoe/);
	expect(message.closest("li")?.textContent).toContain("Dora");
});

test("form of a role that does not edit content has no fields for an access scope", async () => {
	serve({ "GET /admin/users": () => Response.json([{ ...row, locales: ["zh"] }]) });
	open("/admin/users");
	await click("Change bob");
	const form = await screen.findByRole("form", { name: "Change bob" });
	const select = within(form).getByLabelText(/^Role/);
	for (const [role, groups] of [
		["reviewer", 0],
		["translator", 2],
		["analyst", 0],
	] as const) {
		fireEvent.change(select, { target: { value: role } });
		expect(within(form).queryAllByRole("group"), role).toHaveLength(groups);
	}
});
