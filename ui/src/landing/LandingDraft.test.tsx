import { clearToken, setToken } from "@pailou/core";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Component, loader } from "@/landing/LandingDraft";
import type { Landing } from "@/shared/http/types";
import { chooseLocale } from "@/shared/i18n/locale";

const landing: Landing = {
	locale: "en-US",
	title: "",
	description: "",
	blocks: [],
	counterpart: { locale: "zh-CN", url: "/index/zh", state: "up_to_date", outdated: 0 },
};
const forbidden = { type: "", title: "", status: 403, detail: "", code: "forbidden" };

beforeEach(() => {
	chooseLocale("en-US");
	setToken("t");
});
afterEach(() => {
	cleanup();
	clearToken();
	vi.unstubAllGlobals();
});

/** Opens the page for a user with these permissions. */
function open(user: { permissions: string[]; areas?: string[]; locales?: string[] }) {
	vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
		const url = input instanceof Request ? input.url : String(input);
		if (url.endsWith("/me")) return Response.json({ name: "ann", areas: [], locales: [], ...user });
		if (user.permissions.includes("pages-read") && url.endsWith("/en-US")) return Response.json(landing);
		return Response.json(forbidden, { status: 403, headers: { "content-type": "application/problem+json" } });
	});
	const load = ({ request, params }: LoaderFunctionArgs) => loader({ request, params });
	const route = { path: "/admin/landing", Component, loader: load, HydrateFallback: Nothing };
	render(<RouterProvider router={createMemoryRouter([route], { initialEntries: ["/admin/landing"] })} />);
}

const editor = ["pages-read", "pages-edit", "translations-edit"];

test.each([
	["editor", { permissions: editor }, 2],
	["editor of one language", { permissions: editor, locales: ["zh"] }, 2],
	["editor of another area", { permissions: editor, areas: ["docs"] }, 0],
	["translator", { permissions: ["pages-read", "translations-edit"], locales: ["en"] }, 0],
	["reviewer", { permissions: ["pages-read"] }, 0],
])("%s sees only permitted actions", async (_name, user, count) => {
	open(user);
	await screen.findByRole("note");
	expect(screen.queryAllByRole("link", { name: /New block|Publish changes/ })).toHaveLength(count);
	expect(screen.getByRole("link", { name: "Back to the overview" }).getAttribute("href")).toBe("/admin");
});

test("user without access to drafts sees an error and a link", async () => {
	open({ permissions: [] });
	expect(await screen.findByText(/Your role does not have access to this page/)).toBeTruthy();
	expect(screen.getByRole("link", { name: "Back to the overview" }).getAttribute("href")).toBe("/admin");
	expect(screen.queryByText("Loading drafts…")).toBeNull();
});

function Nothing() {
	return null;
}
