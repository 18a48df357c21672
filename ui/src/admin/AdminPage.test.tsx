import { clearToken, token } from "@pailou/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Component } from "@/admin/AdminPage";
import { bodiesOf, click, close, open, problem, sent, serve, type, user, wrong } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";
import { askAgain, expire } from "@/shared/login/session";

const session = { token: "new", expires_at: 0, user };

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

test("navigation lists permitted pages; other pages show an error", async () => {
	serve({ "GET /me": () => Response.json({ ...user, role: "translator", permissions: ["translations-edit"] }) });
	open("/admin/users");
	expect(await screen.findByText(/Your role, Translator, does not have access to this page/)).toBeTruthy();
	const links = screen.getByRole("navigation", { name: "Admin area" }).querySelectorAll("a");
	expect([...links].map((link) => link.textContent)).toEqual(["Overview", "Your account"]);
	expect(sent.map(({ what }) => what)).toEqual(["GET /me"]);
	expect(screen.getByRole("link", { name: "Back to the overview" }).getAttribute("href")).toBe("/admin");
});

test("Git conflicts are requested after the Git sources", async () => {
	let answer = (_: Response) => {};
	const sources = new Promise<Response>((resolve) => {
		answer = resolve;
	});
	const conflict = { id: "x", source: "docs", file: "docs/zh/a.md", commit: "3f2a", created_at: 0, deleted: false };
	serve({
		"GET /me": () => Response.json({ ...user, permissions: ["sources"] }),
		"GET /admin/sources": () => sources,
		"GET /admin/source-conflicts": () =>
			Response.json([{ ...conflict, locale: "zh-CN", url: "/index/zh/docs/a", title: "甲", etag: "1" }]),
	});
	open("/admin");
	await waitFor(() => expect(sent.map(({ what }) => what)).toEqual(["GET /me", "GET /admin/sources"]));
	answer(Response.json([]));
	expect(await screen.findByRole("button", { name: /甲/ })).toBeTruthy();
});

test("overview reports a missing `site.url`", async () => {
	const settings = { title: { "zh-CN": "", "en-US": "" }, edit_url: null, offline: true, origins: [] };
	serve({
		"GET /me": () => Response.json({ ...user, permissions: ["config"] }),
		"GET /admin/site": () => Response.json({ ...settings, needs_url: true }),
	});
	open("/admin");
	expect((await screen.findByRole("alert")).textContent).toMatch(/^`site.url` is not set.*such as http:/);
	close();
	serve({ "GET /me": () => Response.json({ ...user, permissions: ["config"] }) });
	open("/admin");
	expect(await screen.findByRole("button", { name: "Log out" })).toBeTruthy();
	expect(screen.queryByRole("alert")).toBeNull();
});

test("overview links to frequent tasks of the user", async () => {
	const opened = async (permissions: string[]) => {
		serve({ "GET /me": () => Response.json({ ...user, permissions }) });
		open("/admin");
		await screen.findByRole("button", { name: "Log out" });
		const links = screen.queryAllByRole("link", { name: /^(New page|Unpublished changes|Outdated pages)$/ });
		return links.map((link) => link.getAttribute("href"));
	};
	const lists = ["/admin/pages?state=changed", "/admin/pages?state=outdated"];
	expect(await opened(["pages-read", "pages-edit"])).toEqual(["/admin/pages#new", ...lists]);
	close();
	expect(await opened(["pages-read"])).toEqual(lists);
});

test("owner-only page shows an access error to other users", async () => {
	serve({ "GET /me": () => Response.json({ ...user, role: "admin", permissions: ["people"] }) });
	open("/admin/backup");
	expect(
		await screen.findByText(/Administrator, does not have access to this page. Only owners can open it/),
	).toBeTruthy();
});

test("navigation marks the current page in both languages", async () => {
	serve({});
	open("/admin/log");
	expect((await screen.findByRole("link", { current: "page" })).textContent).toBe("Audit log");
	close();
	chooseLocale("zh-CN");
	serve({});
	open("/admin/log");
	expect((await screen.findByRole("link", { current: "page" })).textContent).toBe("审计日志");
	expect(screen.getByText("还没有任何记录。")).toBeTruthy();
});

test("login form keeps the input when a 2FA code is required", async () => {
	clearToken();
	const answers = [problem(401, "code-needed"), problem(401, "code-wrong"), Response.json(session)];
	serve({ "POST /login": () => answers.shift() ?? problem(500, "internal") });
	open("/admin", "");
	await type("Username", "ann");
	await type("Password", "arch over the street");
	await click("Log in");
	const code = await screen.findByLabelText<HTMLInputElement>("Code");
	expect(document.activeElement).toBe(code);
	expect(code.autocomplete).toBe("one-time-code");
	expect(screen.getByLabelText("Password")).toHaveProperty("value", "arch over the street");
	await type("Code", "000000");
	await click("Log in");
	expect(await screen.findByText(/Incorrect code/)).toBeTruthy();
	expect(code.getAttribute("aria-invalid")).toBe("true");
	await type("Code", " abcde-fghij ");
	await click("Log in");
	await screen.findByText("Logged in as");
	expect(bodiesOf("POST /login")).toEqual([
		{ username: "ann", password: "arch over the street" },
		{ username: "ann", password: "arch over the street", code: "000000" },
		{ username: "ann", password: "arch over the street", code: "abcde-fghij" },
	]);
	expect(token()).toBe("new");
});

test("rate-limited login shows the retry time in the user's language", async () => {
	clearToken();
	chooseLocale("zh-CN");
	serve({ "POST /login": () => problem(429, "too-many-requests", {}, { "retry-after": "40" }) });
	open("/admin", "");
	await type("用户名", "ann");
	await type("密码", "x");
	await click("登录");
	expect(await screen.findByText("尝试次数过多，请在 40 秒后重试。")).toBeTruthy();
});

test("invitation code is removed from the URL; account is created", async () => {
	clearToken();
	const look = { kind: "invitation", role: "translator", locales: ["en"], areas: [], name: null, expires_at: 0 };
	const answers = [wrong("username", "taken"), Response.json(session)];
	serve({
		"POST /invitation/verify": () => Response.json(look),
		"POST /invitation/accept": () => answers.shift() ?? problem(410, "invitation-used"),
	});
	const router = open("/admin#invite=CODE", "");
	expect(await screen.findByText(/invited to this site as a translator/)).toBeTruthy();
	const limits = screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
	expect(limits).toEqual([["Languages", "English"]]);
	await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/admin", search: "", hash: "" }));
	expect(router.state.historyAction).toBe("REPLACE");
	await type("Username", "bob");
	await type(/^Password/, "arch over the street");
	await click("Create account and log in");
	await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("This username is taken"));
	await type("Username", "bob the second");
	await click("Create account and log in");
	await screen.findByText("Logged in as");
	expect(bodiesOf("POST /invitation/verify")).toEqual([{ code: "CODE" }]);
	expect(bodiesOf("POST /invitation/accept").at(-1)).toEqual({
		code: "CODE",
		username: "bob the second",
		password: "arch over the street",
	});
	expect(router.state.location.state).toBeNull();
});

test("password can be shown; a short password has its own error", async () => {
	clearToken();
	serve({ "POST /setup": () => wrong("password", "too-short") });
	open("/admin#setup=CODE", "");
	const password = await screen.findByLabelText<HTMLInputElement>(/^Password/);
	const show = screen.getByRole("button", { name: "Show password" });
	expect([password.type, show.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
	fireEvent.click(show);
	expect([password.type, show.getAttribute("aria-pressed")]).toEqual(["text", "true"]);
	await type("Username", "ann");
	await type(/^Password/, "short");
	expect(password.validity.valid).toBe(true);
	await click("Create account and log in");
	const message = await screen.findByText("Passwords must have at least 12 characters.");
	expect(message.getAttribute("role")).toBe("alert");
	await waitFor(() => expect(document.activeElement).toBe(password));
	expect(password.getAttribute("aria-invalid")).toBe("true");
	close();
	serve({});
	open("/admin/account");
	const fresh = await screen.findByLabelText<HTMLInputElement>("New password");
	await click("Show password");
	expect([fresh.type, fresh.minLength]).toEqual(["text", -1]);
});

test("setup code is removed from the URL; first owner is created", async () => {
	clearToken();
	serve({ "POST /setup": () => Response.json({ token: "t", expires_at: 0, user }, { status: 201 }) });
	const router = open("/admin#setup=CODE", "");
	await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/admin", hash: "" }));
	expect(router.state.historyAction).toBe("REPLACE");
	await type("Username", "ann");
	await type(/^Password/, "a very long password");
	await click("Create account and log in");
	expect(await screen.findByRole("navigation", { name: "Admin area" })).toBeDefined();
	expect(bodiesOf("POST /setup")).toEqual([{ code: "CODE", username: "ann", password: "a very long password" }]);
	expect(router.state.location.state).toBeNull();
});

test("form of a reset link replaces the server-rendered login form", async () => {
	clearToken();
	const look = { kind: "reset", role: "editor", locales: [], areas: [], name: "bob", expires_at: 0 };
	serve({ "POST /invitation/verify": () => Response.json(look) });
	const page = (path: string) => {
		const loaderData = { admin: { head: { title: "", hidden: true }, user: null, show: null } };
		const routes = [{ id: "admin", path: "/admin", Component, loader: () => loaderData.admin }];
		return (
			<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path], hydrationData: { loaderData } })} />
		);
	};
	const container = document.createElement("main");
	container.innerHTML = renderToString(page("/admin"));
	document.body.append(container);
	expect(container.querySelectorAll("form")).toHaveLength(1);
	const failed = vi.spyOn(console, "error");
	render(page("/admin#invite=CODE"), { container, hydrate: true });
	expect(await screen.findByDisplayValue("bob")).toBeTruthy();
	expect(container.querySelectorAll("form")).toHaveLength(1);
	expect(failed).not.toHaveBeenCalled();
	failed.mockRestore();
});

test("invitation link opened on the login page is verified", async () => {
	clearToken();
	serve({ "POST /invitation/verify": () => problem(410, "invitation-used") });
	const router = open("/admin", "");
	await screen.findByRole("button", { name: "Log in" });
	await act(() => router.navigate("/admin#invite=CODE"));
	await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("has been used"));
	expect(bodiesOf("POST /invitation/verify")).toEqual([{ code: "CODE" }]);
});

test("password reset link shows the username", async () => {
	clearToken();
	const look = { kind: "reset", role: "editor", locales: [], areas: [], name: "bob", expires_at: 0 };
	serve({
		"POST /invitation/verify": () => Response.json(look),
		"POST /invitation/accept": () => Response.json(session),
	});
	open("/admin#invite=CODE", "");
	const name = await screen.findByLabelText<HTMLInputElement>("Username");
	expect([name.value, name.readOnly]).toEqual(["bob", true]);
	await type(/^Password/, "arch over the street");
	await click("Save the password and log in");
	await screen.findByText("Logged in as");
});

test("password reset does not bypass the second factor", async () => {
	clearToken();
	const look = { kind: "reset", role: "editor", locales: [], areas: [], name: "bob", expires_at: 0 };
	serve({
		"POST /invitation/verify": () => Response.json(look),
		"POST /invitation/accept": () => problem(401, "code-needed"),
		"POST /login": () => Response.json(session),
	});
	open("/admin#invite=CODE", "");
	await type(/^Password/, "arch over the street");
	await click("Save the password and log in");
	await type("Code", "123456");
	await click("Log in");
	await screen.findByText("Logged in as");
	const body = { username: "bob", password: "arch over the street", code: "123456" };
	expect(bodiesOf("POST /login")).toEqual([body]);
	expect(bodiesOf("POST /invitation/accept")).toHaveLength(1);
});

test("used invitation link shows advice to request a new link", async () => {
	clearToken();
	serve({ "POST /invitation/verify": () => problem(410, "invitation-used") });
	open("/admin#invite=CODE", "");
	await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("has been used"));
	expect(screen.getByText(/ask the person who sent it/)).toBeTruthy();
	await click("Log in");
	expect(await screen.findByLabelText("Username")).toBeTruthy();
	close();
	serve({ "POST /invitation/verify": () => problem(410, "invitation-used") });
	open("/admin#invite=CODE");
	expect(await screen.findByText(/You are already logged in as ann/)).toBeTruthy();
	expect(screen.queryByRole("button", { name: "Log in" })).toBeNull();
	await click("Back to the overview");
	expect(await screen.findByText("Logged in as")).toBeTruthy();
});

test("filters of the audit log are in the URL", async () => {
	const entry = {
		id: 1,
		at: 0,
		actor: "",
		action: "login-refused",
		subject: "mallory",
		before: null,
		after: '{"a":1}',
		address: "192.0.2.1",
		agent: "curl/8",
	};
	serve({ "GET /admin/log": () => new Response(JSON.stringify([entry]), { headers: { "x-total-count": "41" } }) });
	const router = open("/admin/log?actor=ann&from=2026-11-01&to=2026-11-01&page=2");
	expect(await screen.findByRole("cell", { name: /Login refused mallory/ })).toBeTruthy();
	expect(screen.getByRole("insertion", { hidden: true }).textContent).toBe("After 1");
	const [{ query = "" } = {}] = sent.filter(({ what }) => what === "GET /admin/log");
	expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
		actor: "ann",
		from: String(Date.UTC(2026, 10, 1)),
		to: String(Date.UTC(2026, 10, 2)),
		page: "2",
		size: "20",
	});
	expect(screen.getByLabelText("User")).toHaveProperty("value", "ann");
	expect(screen.getByRole("link", { name: "Next page" }).getAttribute("href")).toBe(
		"/admin/log?actor=ann&from=2026-11-01&to=2026-11-01&page=3",
	);
	await type("Action", "login-refused");
	await click("Filter");
	await waitFor(() =>
		expect(router.state.location.search).toBe("?actor=ann&action=login-refused&from=2026-11-01&to=2026-11-01"),
	);
});

test("invalid dates are reported at their fields and not sent", async () => {
	serve({});
	const router = open("/admin/log?from=2026-13-45");
	expect(await screen.findByText("“2026-13-45” is not a valid date. Use the format 2026-11-21.")).toBeTruthy();
	expect(screen.getByLabelText("First day").getAttribute("aria-invalid")).toBe("true");
	await act(() => router.navigate("/admin/log?from=2026-11-02&to=2026-11-01"));
	expect(await screen.findByText("The last day is earlier than the first.")).toBeTruthy();
	expect(screen.queryByText(/No entries|\d entries|one entry/i)).toBeNull();
	expect(sent.map(({ what }) => what)).not.toContain("GET /admin/log");
	await act(() => router.navigate("/admin/log?actor=unknown"));
	expect((await screen.findByText(/No entries match/)).getAttribute("role")).toBe("status");
	expect(screen.queryByText(/\d entries|one entry/i)).toBeNull();
});

test("audit log export uses the token and the filter", async () => {
	const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
	const entry = {
		id: 1,
		at: 0,
		actor: "ann",
		action: "login",
		subject: "",
		before: null,
		after: null,
		address: "",
		agent: "cli",
	};
	serve({ "GET /admin/log": () => Response.json([entry]), "GET /admin/log/export": () => new Response("a,b\n") });
	open("/admin/log?action=login");
	await click("Save as CSV");
	await waitFor(() => expect(saved).toHaveBeenCalled());
	const request = sent.find(({ what }) => what === "GET /admin/log/export");
	expect([request?.query, request?.headers.get("authorization")]).toEqual(["?format=csv&action=login", "t"]);
});

test("input is kept after the session expires, and cleared by a logout", async () => {
	serve({ "POST /login": () => Response.json(session), "POST /logout": () => new Response(null, { status: 204 }) });
	open("/admin/account");
	await type("Name", "half a name");
	act(expire);
	expect(await screen.findByText(/Your session has expired/)).toBeTruthy();
	await click("Log in again");
	// Only one login form is shown, even if another request requires a login.
	for (const ask of [() => {}, askAgain]) {
		act(ask);
		expect(document.activeElement).toBe(screen.getByLabelText("Password", { selector: "[type=password]" }));
		act(() => screen.getByLabelText("Name").focus());
	}
	await type("Username", "ann");
	await type("Password", "arch over the street");
	await click("Log in");
	await waitFor(() => expect(screen.queryByText(/Your session has expired/)).toBeNull());
	expect(screen.getByLabelText("Name")).toHaveProperty("value", "half a name");

	act(clearToken);
	expect(await screen.findByLabelText("Username")).toBeTruthy();
	expect(screen.queryByLabelText("Name")).toBeNull();
});
