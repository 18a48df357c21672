import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Component } from "@/admin/PreviewPage";
import { close, problem, sent, serve } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const found = { locale: "zh-CN", title: "开始", html: "<p>第一段</p>", updated_at: 0, author: "ann" };

function open(code: string) {
	const router = createMemoryRouter([{ path: "/admin/preview", Component }], {
		initialEntries: [`/admin/preview#${code}`],
	});
	render(<RouterProvider router={router} />);
}

test("preview link shows the draft, marked with its language", async () => {
	serve({ "POST /public/preview": () => Response.json(found) });
	open("CODE");
	expect(await screen.findByRole("heading", { level: 1, name: "开始" })).toBeTruthy();
	expect(screen.getByText("第一段").closest("[lang]")?.getAttribute("lang")).toBe("zh-CN");
	expect(screen.getByText(/a draft by ann, last saved 1970-01-01 00:00 UTC/)).toBeTruthy();
	expect(sent.map(({ what, body }) => [what, body])).toEqual([["POST /public/preview", { code: "CODE" }]]);
});

test("expired preview link shows advice; failure can be retried", async () => {
	const answers = [problem(503, "unavailable"), problem(404, "not-found")];
	serve({ "POST /public/preview": () => answers.shift() ?? Response.json(found) });
	open("OLD");
	fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
	expect(await screen.findByText(/Ask the sender for a new one/)).toBeTruthy();
	expect(screen.queryByRole("button")).toBeNull();
});
