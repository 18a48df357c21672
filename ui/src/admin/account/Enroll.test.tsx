import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bodiesOf, click, close, open, serve, user, wrong } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

test("account that lacks required 2FA can open only the set-up page", async () => {
	let isEnrolled = false;
	serve({
		"GET /me": () =>
			Response.json({ ...user, must_enroll: !isEnrolled, permissions: isEnrolled ? user.permissions : [] }),
		"POST /me/second-factor": () => Response.json({ secret: "ABCD", uri: "otpauth://x", qr_code: "<svg/>" }),
		"PUT /me/second-factor": () => {
			isEnrolled = true;
			return Response.json({ recovery_codes: ["code-1"] });
		},
	});
	open("/admin/users");
	expect(await screen.findByText(/Your role requires a second factor/)).toBeTruthy();
	expect(screen.queryByRole("navigation")).toBeNull();
	expect(screen.getByRole("button", { name: "Log out" })).toBeTruthy();
	await click("Turn on two-factor authentication");
	fireEvent.input(await screen.findByLabelText("Code from the app"), { target: { value: "123456" } });
	await click("Verify and turn on");
	expect(await screen.findByText("code-1")).toBeTruthy();
	await click("I have saved them");
	expect(await screen.findByRole("navigation")).toBeTruthy();
	expect(await screen.findByText("bob")).toBeTruthy();
});

test("preview links are listed and revoked", async () => {
	const link = { id: "l", page: "p1", locale: "zh-CN", title: "Gate", created_by: "bob", expires_at: 0 };
	let links = [link];
	serve({
		"GET /admin/preview-links": () => Response.json(links),
		"DELETE /admin/preview-links/l": () => {
			links = [];
			return new Response(null, { status: 204 });
		},
	});
	open("/admin/account");
	const section = within(await screen.findByRole("region", { name: "Preview links" }));
	expect(section.getByText("bob")).toBeTruthy();
	await click("Revoke the preview link of “Gate”");
	expect(await section.findByText("The preview link of “Gate” is revoked.")).toBeTruthy();
	expect(await section.findByText(/No preview links yet/)).toBeTruthy();
});

test("owner selects the roles that require a second factor", async () => {
	let isRefused = true;
	serve({
		"PUT /admin/second-factor-policy": () =>
			isRefused ? wrong("roles", "own-second-factor") : Response.json({ roles: ["owner"], revision: "owner" }),
	});
	open("/admin/users");
	const section = within(await screen.findByRole("region", { name: "Required two-factor authentication" }));
	fireEvent.click(section.getByRole("checkbox", { name: "Owner" }));
	await click("Save roles");
	expect(await section.findByText(/for your own account first/)).toBeTruthy();
	isRefused = false;
	await click("Save roles");
	await waitFor(() => expect(section.getByText("The roles are saved.")).toBeTruthy());
	expect(bodiesOf("PUT /admin/second-factor-policy")).toEqual([{ roles: ["owner"] }, { roles: ["owner"] }]);
});
