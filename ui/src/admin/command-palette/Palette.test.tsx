import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Palette } from "@/admin/command-palette/Palette";
import { listed, page } from "@/admin/pages/testing";
import { close, sent, serve, user } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

test("pasted URL finds its page in the language of the URL", async () => {
	const beside = page({
		id: "p2",
		zh: listed("zh-CN", { path: "guide/start/more", url: "/index/zh/docs/guide/start/more" }),
	});
	serve({ "GET /admin/pages": () => Response.json([page({}), beside]) });
	const router = createMemoryRouter([{ path: "*", element: <Palette user={user} close={() => {}} /> }]);
	render(<RouterProvider router={router} />);
	const pasted = "http://localhost:8080/index/zh/docs/guide/start#first";
	fireEvent.change(screen.getByRole("combobox"), { target: { value: pasted } });
	const found = await screen.findAllByRole("option");
	expect(found.map(({ textContent }) => textContent)).toEqual(["开始, guide/start"]);
	expect(sent.map(({ query }) => query)).toEqual(["?area=docs&q=guide%2Fstart&locale=zh&sort=path&page=1&size=20"]);
	fireEvent.click(screen.getByRole("option"));
	expect(router.state.location).toMatchObject({ pathname: "/admin/pages/p1", search: "?locale=zh" });
});

test("Enter during a search waits for the response and opens the found page", async () => {
	const other = page({ id: "p2", zh: listed("zh-CN", { path: "guide/more", title: "更多" }) });
	serve({ "GET /admin/pages": ({ query }) => Response.json(query.includes("q=guide%2Fmore") ? [other] : [page({})]) });
	const router = createMemoryRouter([{ path: "*", element: <Palette user={user} close={() => {}} /> }]);
	render(<RouterProvider router={router} />);
	const field = screen.getByRole("combobox") as HTMLInputElement;
	fireEvent.change(field, { target: { value: "guide/start" } });
	await screen.findByRole("option");
	fireEvent.change(field, { target: { value: "guide/more" } });
	if (field.form) fireEvent.submit(field.form);
	expect(router.state.location.pathname).toBe("/");
	await waitFor(() => expect(router.state.location.pathname).toBe("/admin/pages/p2"));
});
