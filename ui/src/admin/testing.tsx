// Renders the admin area with a fake server whose responses each test defines.
import { setToken } from "@pailou/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider } from "react-router-dom";
import { vi } from "vitest";
import { Component, loader } from "@/admin/AdminPage";
import type { ListedUser, SiteSettings, User } from "@/shared/http/types";

export interface Sent {
	/** Method and path, such as `PUT /me/password`, without `/api/v1` and the query. */
	what: string;
	query: string;
	body: unknown;
	headers: Headers;
}

type Answers = Record<string, (sent: Sent) => Response | Promise<Response>>;

export const user: User = {
	id: "1",
	name: "ann",
	role: "owner",
	permissions: [
		"pages-read",
		"pages-edit",
		"media",
		"people",
		"log",
		"config",
		"webhooks",
		"import",
		"backup",
		"assistant-model",
	],
	locales: [],
	areas: [],
	second_factor: false,
	passkey: false,
	must_enroll: false,
};

export const row: ListedUser = {
	id: "2",
	name: "bob",
	role: "editor",
	locales: [],
	areas: [],
	disabled: false,
	second_factor: false,
	passkeys: 0,
	created_at: 0,
	seen_at: null,
	revision: "1",
};

const title = { "zh-CN": "牌楼", "en-US": "Pailou" };

const site: SiteSettings = { title, edit_url: null, offline: true, needs_url: false, origins: [] };

const usual: Answers = {
	"GET /me": () => Response.json(user),
	"GET /login/methods": () => Response.json({ oidc: null }),
	"GET /me/passkeys": () => Response.json([]),
	"GET /me/second-factor": () => Response.json({ is_on: false, recovery_codes: 0 }),
	"GET /me/sessions": () => Response.json([]),
	"GET /me/tokens": () => Response.json([]),
	"GET /admin/preview-links": () => Response.json([]),
	"GET /admin/second-factor-policy": () => Response.json({ roles: [], revision: "none" }),
	"GET /admin/users": () => Response.json([row]),
	"GET /admin/invitations": () => Response.json([]),
	"GET /admin/config": () => Response.json([]),
	"GET /admin/log": () => Response.json([]),
	"GET /admin/site": () => Response.json(site),
};

/** Sent requests, in order. */
export const sent: Sent[] = [];

export function serve(answers: Answers): void {
	sent.length = 0;
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input instanceof Request ? input : new URL(String(input), "http://localhost"), init);
		const { pathname, search } = new URL(request.url);
		const what = `${request.method} ${pathname.replace("/api/v1", "")}`;
		const text = await request.text();
		const one = { what, query: search, body: text === "" ? undefined : JSON.parse(text), headers: request.headers };
		sent.push(one);
		return ({ ...usual, ...answers }[what] ?? (() => problem(404, "not-found")))(one);
	});
}

export function problem(
	status: number,
	code: string,
	more: object = {},
	headers: Record<string, string> = {},
): Response {
	const body = { type: `/problems/${code}`, title: code, status, detail: "", code, ...more };
	const type = { "content-type": "application/problem+json" };
	return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } });
}

export function wrong(field: string, code: string): Response {
	return problem(422, "invalid", { errors: [{ field, code, detail: "" }] });
}

/** Returns the bodies of the requests with this method and path, in order. */
export function bodiesOf(what: string): unknown[] {
	return sent.filter((one) => one.what === what).map(({ body }) => body);
}

/** Waits for a field and sets its value. */
export async function type(label: string | RegExp, value: string): Promise<void> {
	fireEvent.change(await screen.findByLabelText(label, { selector: "input, select" }), { target: { value } });
}

/** Waits for a button and clicks it. */
export async function click(name: string | RegExp): Promise<void> {
	fireEvent.click(await screen.findByRole("button", { name }));
}

/** Opens a page of the admin area, with a token by default. */
export function open(path: string, token = "t") {
	setToken(token);
	const paths = [
		..."/admin /admin/account /admin/users /admin/redirects /admin/config /admin/site /admin/messages /admin/webhooks /admin/transfer /admin/backup /admin/log /admin/media /admin/model".split(
			" ",
		),
		"/admin/assistant/*",
		"/admin/pages/*",
	];
	const load = ({ request, params }: LoaderFunctionArgs) => loader({ request, params });
	const router = createMemoryRouter(
		[
			...paths.map((path) => ({ path, Component, loader: load, HydrateFallback: Nothing })),
			// Route of another area.
			{ path: "/admin/landing", Component: Nothing },
		],
		{ initialEntries: [path] },
	);
	render(<RouterProvider router={router} />);
	return router;
}

function Nothing() {
	return null;
}

export function close(): void {
	cleanup();
	vi.unstubAllGlobals();
}
