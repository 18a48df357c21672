import { isLoggedIn, send, setToken, token } from "@pailou/core";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReauthDialog } from "@/app/ReauthDialog";
import { rememberName } from "@/shared/login/session";
import { renderPage } from "@/testing/page";

const opened = vi.spyOn(HTMLDialogElement.prototype, "showModal");
const answers = vi.fn<(url: string) => Response>();

beforeEach(() => {
	opened.mockClear();
	setToken("old");
	vi.stubGlobal("fetch", async (input: RequestInfo | URL) =>
		answers(input instanceof Request ? input.url : String(input)),
	);
	answers.mockImplementation(() => new Response("", { status: 401 }));
});

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const page = (
	<>
		<textarea aria-label="Draft" />
		<ReauthDialog />
	</>
);

function show(path = "/en") {
	renderPage(page, { path });
	fireEvent.change(screen.getByLabelText("Draft"), { target: { value: "half a sentence" } });
}

async function expireTenTimes() {
	await act(() => Promise.all(Array.from({ length: 10 }, () => send("/api/v1/me"))));
	await screen.findByRole("dialog");
}

async function fillIn(password: string) {
	fireEvent.change(screen.getByLabelText("Username"), { target: { value: "ada" } });
	fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
	await act(async () => fireEvent.submit(screen.getByRole("button", { name: "Log in" })));
}

const session = { token: "new", expires_at: 0, user: { name: "ada", role: "owner" } };
const problem = { type: "/problems/login-failed", title: "", status: 401, detail: "", code: "login-failed" };

test("admin area without a stored username shows no login dialog", async () => {
	show("/admin");
	await act(() => send("/api/v1/me"));
	await act(() => import("@/app/login/LoginDialog"));
	expect([screen.queryByRole("dialog"), isLoggedIn()]).toEqual([null, false]);
});

test("several 401 responses open one login dialog", async () => {
	show();
	await expireTenTimes();
	expect(opened).toHaveBeenCalledTimes(1);
	expect(screen.getAllByRole("dialog", { name: "Log in again" })).toHaveLength(1);
	expect(isLoggedIn()).toBe(false);
	expect(screen.getByLabelText("Draft")).toHaveProperty("value", "half a sentence");
});

test("rejected password is reported in the same dialog", async () => {
	show();
	await expireTenTimes();
	answers.mockImplementation(() =>
		Response.json(problem, { status: 401, headers: { "content-type": "application/problem+json" } }),
	);
	await fillIn("wrong");
	expect(screen.getByRole("alert").textContent).toBe("Incorrect username or password.");
	expect(screen.getByLabelText("Password")).toHaveProperty("value", "wrong");
	expect(opened).toHaveBeenCalledTimes(1);
});

test("logging in closes the dialog and sets the new token", async () => {
	show();
	await expireTenTimes();
	answers.mockImplementation(() => Response.json(session));
	await fillIn("right");
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect(token()).toBe("new");
	expect(screen.getByLabelText("Draft")).toHaveProperty("value", "half a sentence");
});

test("login in another tab closes the dialog", async () => {
	rememberName("ada");
	show("/admin");
	answers.mockImplementation((url) =>
		url.includes("/login/methods")
			? Response.json({ oidc: { zh: "公司账号", en: "Company account" } })
			: new Response("", { status: 401 }),
	);
	await expireTenTimes();
	expect(screen.getByLabelText("Username")).toHaveProperty("value", "ada");
	const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Log in with Company account in a new tab" });
	expect([link.pathname, link.target]).toEqual(["/index/admin", "_blank"]);
	await act(async () => setToken("from another tab"));
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(screen.getByLabelText("Draft")).toHaveProperty("value", "half a sentence");
});

test("network failure is reported, and the form keeps its input", async () => {
	show();
	await expireTenTimes();
	answers.mockImplementation(() => {
		throw new TypeError("offline");
	});
	await fillIn("right");
	expect(screen.getByRole("alert").textContent).toContain("could not be reached");
	expect(screen.getByLabelText("Username")).toHaveProperty("value", "ada");
});
