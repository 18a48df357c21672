// Tests of the page of the user's own account, and of user management.
import { clearToken, isLoggedIn, token } from "@pailou/core";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodiesOf, click, close, open, problem, row, sent, serve, type, user, wrong } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

const session = { token: "new", expires_at: 0, user };

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

test("form keeps the input during re-authentication", async () => {
	let confirmed = false;
	const made = {
		token: "secret",
		id: "k",
		name: "ci",
		permissions: ["pages-edit"],
		created_at: 0,
		expires_at: 0,
		used_at: null,
	};
	serve({
		"POST /me/tokens": () => (confirmed ? Response.json(made) : problem(403, "confirm-needed")),
		"POST /confirm": ({ body }) => {
			if (JSON.stringify(body) !== '{"password":"right"}') return wrong("password", "wrong");
			confirmed = true;
			return new Response(null, { status: 204 });
		},
	});
	open("/admin/account");
	await type("Name", "ci");
	fireEvent.click(screen.getByLabelText("Change pages"));
	await click("Create token");

	// Closing the dialog, as Esc does, cancels the request and keeps the form.
	const dialog = await screen.findByRole<HTMLDialogElement>("dialog", { name: "Confirm your identity" });
	dialog.close();
	expect(await screen.findByText(/Nothing was changed/)).toBeTruthy();
	expect(screen.getByLabelText("Name")).toHaveProperty("value", "ci");

	await click("Create token");
	await type("Your password", "left");
	await click("Confirm");
	expect(await screen.findByText("Incorrect password.")).toBeTruthy();
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Your password")));
	await type("Your password", "right");
	await click("Confirm");
	expect(await screen.findByLabelText("The token ci")).toHaveProperty("value", "secret");
	expect(screen.queryByRole("dialog")).toBeNull();
	const newToken = { name: "ci", permissions: ["pages-edit"], days: 90 };
	expect(bodiesOf("POST /me/tokens")).toEqual([newToken, newToken, newToken]);
	expect(isLoggedIn()).toBe(true);
});

test("enabling two-factor authentication shows recovery codes once", async () => {
	const codes = Array.from({ length: 10 }, (_, at) => `abcd${at}-fghij`);
	let isOn = false;
	serve({
		"GET /me": () => Response.json({ ...user, second_factor: isOn }),
		"GET /me/second-factor": () => Response.json({ is_on: isOn, recovery_codes: isOn ? 3 : 0 }),
		"POST /me/second-factor": () =>
			Response.json({ secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://x", qr_code: "<svg>#</svg>" }),
		"PUT /me/second-factor": ({ body }) => {
			const right = isOn ? "" : "123456";
			if (JSON.stringify(body) !== JSON.stringify({ code: right })) return wrong("code", "wrong");
			isOn = true;
			return Response.json({ recovery_codes: codes });
		},
	});
	const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
	open("/admin/account");
	await click("Turn on two-factor authentication");
	const image = await screen.findByRole<HTMLImageElement>("img");
	expect(image.src).toBe("data:image/svg+xml,%3Csvg%3E%23%3C%2Fsvg%3E");
	expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
	await type("Code from the app", "000000");
	await click("Verify and turn on");
	expect(await screen.findByText(/work once. Also check your device’s clock/)).toBeTruthy();
	await type("Code from the app", "123 456");
	await click("Verify and turn on");
	expect(await screen.findByText("abcd9-fghij")).toBeTruthy();
	// The account had no recovery codes before, so there is no message that earlier codes are invalid.
	expect(screen.queryByText(/Earlier codes/)).toBeNull();
	await click("Copy");
	expect(copied).toHaveBeenCalledWith(`${codes.join("\n")}\n`);
	await click("I have saved them");
	expect(screen.queryByText("abcd9-fghij")).toBeNull();
	expect(await screen.findByRole("button", { name: "Turn off two-factor authentication" })).toBeTruthy();
	expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Two-factor authentication" }));
	expect(screen.getByText(/3 recovery codes are left/)).toBeTruthy();
	expect(screen.getByText(/Generate new ones before you run out/)).toBeTruthy();
	await click("New recovery codes");
	await click("New recovery codes");
	expect(await screen.findByText(/Earlier codes/)).toBeTruthy();
});

test("conflicting account change is shown and can be sent again", async () => {
	serve({
		"PUT /admin/users/2": ({ headers }) =>
			headers.get("if-match") === '"1"'
				? problem(412, "stale", { row: { ...row, role: "analyst", revision: "2" } })
				: Response.json(row),
	});
	open("/admin/users");
	await click("Change bob");
	const form = await screen.findByRole("form", { name: "Change bob" });
	fireEvent.change(form.querySelector("select") ?? form, { target: { value: "reviewer" } });
	await click("Save");
	expect(await screen.findByText("Role: now “Analyst”, yours “Reviewer”")).toBeTruthy();
	await click("Save mine anyway");
	expect(await screen.findByText("Saved.")).toBeTruthy();
	await click("Change bob");
	expect(screen.queryByText("Saved.")).toBeNull();
	const changes = sent.filter(({ what }) => what.startsWith("PUT"));
	expect(changes.map(({ headers }) => headers.get("if-match"))).toEqual(['"1"', '"2"']);
	expect(changes[1]?.body).toEqual({ name: "bob", role: "reviewer", locales: [], areas: [], disabled: false });
});

test("selecting owner or administrator removes the access scope", async () => {
	serve({
		"GET /admin/users": () => Response.json([{ ...row, locales: ["zh"] }]),
		"PUT /admin/users/2": () => Response.json(row),
		"POST /admin/invitations": () => wrong("note", "too-long"),
	});
	open("/admin/users");
	await click("Change bob");
	const form = await screen.findByRole("form", { name: "Change bob" });
	const groups = () => within(form).queryAllByRole("group").length;
	const choose = (role: string) => fireEvent.change(form.querySelector("select") ?? form, { target: { value: role } });
	expect(groups()).toBe(2);
	choose("admin");
	expect(groups()).toBe(0);
	choose("translator");
	expect(within(form).getByRole<HTMLInputElement>("checkbox", { name: "Chinese" }).checked).toBe(true);
	choose("owner");
	await click("Save");
	await screen.findByText("Saved.");
	expect(bodiesOf("PUT /admin/users/2")).toEqual([
		{ name: "bob", role: "owner", locales: [], areas: [], disabled: false },
	]);
	const invite = screen.getByRole("form", { name: "Invite user" });
	fireEvent.click(within(invite).getByRole("checkbox", { name: "English" }));
	fireEvent.change(within(invite).getByLabelText(/^Role/), { target: { value: "admin" } });
	expect(within(invite).queryAllByRole("group")).toEqual([]);
	fireEvent.submit(invite);
	await waitFor(() => expect(bodiesOf("POST /admin/invitations")).toHaveLength(1));
	expect(bodiesOf("POST /admin/invitations")[0]).toMatchObject({ role: "admin", locales: [], areas: [] });
});

test("current account values can be applied after a conflict", async () => {
	serve({ "PUT /admin/users/2": () => problem(412, "stale", { row: { ...row, name: "rob", revision: "2" } }) });
	open("/admin/users");
	await click("Change bob");
	await click("Save");
	await click("Use the current value");
	expect(await screen.findByDisplayValue("rob")).toBeTruthy();
	expect(screen.queryByText(/Someone else/)).toBeNull();
});

test("last owner cannot be demoted; the field shows the reason", async () => {
	serve({
		"GET /admin/users": () => Response.json([{ ...row, name: "ann", role: "owner" }]),
		"PUT /admin/users/2": () => wrong("role", "last-owner"),
	});
	open("/admin/users");
	await click("Change ann");
	await click("Save");
	const message = await screen.findByText(/This is the site’s only owner/);
	const field = screen.getByRole("form", { name: "Change ann" }).querySelector("select");
	expect(field?.getAttribute("aria-describedby")).toContain(message.id);
	expect(field?.getAttribute("aria-invalid")).toBe("true");
});

test("rejected form focuses the first invalid field every time", async () => {
	serve({ "PUT /admin/users/2": () => wrong("name", "taken") });
	open("/admin/users");
	await click("Change bob");
	const name = await screen.findByDisplayValue("bob");
	for (const _ of ["once", "twice"]) {
		const save = await screen.findByRole("button", { name: "Save" });
		save.focus();
		fireEvent.click(save);
		await waitFor(() => expect(document.activeElement).toBe(name));
	}
	close();
	serve({
		"POST /me/tokens": () => wrong("permissions", "required"),
		"PUT /me/password": () => wrong("current", "wrong"),
	});
	open("/admin/account");
	await type("Name", "ci");
	await click("Create token");
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("View pages and their drafts")));
	await type("Current password", "left");
	await type("New password", "arch over the street");
	await click("Change password");
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Current password")));
});

test("revoking a session focuses the next session or the heading", async () => {
	const login = (id: string) => ({ id, is_current: id === "a", agent: "", address: id, seen_at: 0, created_at: 0 });
	let left = ["a", "b", "c"];
	const end = (id: string) => () => {
		left = left.filter((other) => other !== id);
		return new Response(null, { status: 204 });
	};
	serve({
		"GET /me/sessions": () => Response.json(left.map(login)),
		"DELETE /me/sessions/b": end("b"),
		"DELETE /me/sessions/c": end("c"),
	});
	open("/admin/account");
	const endFrom = async (address: string) => {
		const button = await screen.findByRole("button", { name: `End session: Unknown client from ${address}` });
		button.focus();
		fireEvent.click(button);
	};

	await endFrom("b");
	await waitFor(() => expect(screen.queryByRole("button", { name: /from b$/ })).toBeNull());
	expect(document.activeElement).toBe(screen.getByRole("button", { name: /from c$/ }));
	await endFrom("c");
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Active sessions"));
});

test("administrator cannot change owners or revoke owner invitations", async () => {
	const invitation = { note: "Carl", locales: [], areas: [], made_by: "ann", created_at: 0, expires_at: 0 };
	serve({
		"GET /admin/invitations": () =>
			Response.json([
				{ ...invitation, id: "1", role: "owner" },
				{ ...invitation, id: "2", role: "editor", note: "Dora" },
			]),
		"GET /me": () => Response.json({ ...user, name: "zoe", role: "admin" }),
		"GET /admin/users": () =>
			Response.json([
				{ ...row, name: "ann", role: "owner" },
				{ ...row, id: "3" },
			]),
	});
	open("/admin/users");
	expect(await screen.findByText("Only owners can change owner accounts.")).toBeTruthy();
	expect(screen.queryByRole("button", { name: "Change ann" })).toBeNull();
	expect(screen.queryByRole("option", { name: "Owner" })).toBeNull();
	const withdrawals = screen.getAllByRole("button", { name: /Revoke/ });
	expect(withdrawals.map((button) => button.getAttribute("aria-label"))).toEqual([expect.stringContaining("Dora")]);
});

test("rejected password change keeps the input and can be repeated", async () => {
	const answers = [wrong("current", "wrong"), Response.json(session)];
	serve({ "PUT /me/password": () => answers.shift() ?? problem(500, "internal") });
	open("/admin/account");
	await type("Current password", "left");
	await type("New password", "arch over the street");
	await click("Change password");
	expect(await screen.findByText("This is not your current password.")).toBeTruthy();
	expect(screen.getByLabelText("New password")).toHaveProperty("value", "arch over the street");
	await click("Change password");
	expect(await screen.findByText(/Password changed/)).toBeTruthy();
	expect(token()).toBe("new");
});

test("login after a password reset requires only the 2FA code", async () => {
	clearToken();
	const look = { kind: "reset", role: "editor", locales: [], areas: [], name: "bob", expires_at: 0 };
	const answers = [problem(401, "code-wrong"), Response.json(session)];
	serve({
		"POST /invitation/verify": () => Response.json(look),
		"POST /invitation/accept": () => problem(401, "code-needed"),
		"POST /login": () => answers.shift() ?? problem(500, "internal"),
	});
	// The browser has a session of another user. The server revokes that session when the link is used.
	open("/admin#invite=CODE");
	expect(await screen.findByText(/You are logged in as ann/)).toBeTruthy();
	await type(/^Password/, "arch over the street");
	await click("Save the password and log in");
	expect(await screen.findByText("The new password is saved. Enter your code to log in.")).toBeTruthy();
	expect(isLoggedIn()).toBe(false);
	const code = screen.getByLabelText("Code");
	expect(document.activeElement).toBe(code);
	expect(screen.getAllByRole("textbox")).toEqual([code]);
	expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Log in"]);
	for (const untrue of [/Choose a new password/, /This link works once/, /You are logged in/]) {
		expect(screen.queryByText(untrue)).toBeNull();
	}
	await type("Code", "000000");
	await click("Log in");
	expect(await screen.findByText(/Incorrect code/)).toBeTruthy();
	expect(document.activeElement).toBe(code);
	await type("Code", " 123456 ");
	await click("Log in");
	await screen.findByText("Logged in as");
	const bob = { username: "bob", password: "arch over the street" };
	expect(bodiesOf("POST /login")).toEqual([
		{ ...bob, code: "000000" },
		{ ...bob, code: "123456" },
	]);
	expect(bodiesOf("POST /invitation/accept")).toHaveLength(1);
});
