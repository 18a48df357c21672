import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useNavigate } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorPage } from "@/app/ErrorPage";
import { headOf, usePageTitle } from "@/app/pageTitle";
import { RouteAnnouncer } from "@/app/RouteAnnouncer";
import { usePageHead } from "@/app/usePageHead";
import { ProblemError } from "@/shared/http/api";
import type { Locale } from "@/shared/i18n/locale";
import { site } from "@/testing/fakeServer";
import { docsHandle } from "@/testing/page";

afterEach(() => {
	cleanup();
	document.title = "";
	vi.restoreAllMocks();
});

const problem = (status: number, code: string) => ({
	type: `/problems/${code}`,
	title: code,
	status,
	detail: "",
	code,
	errors: [],
});

test.each<[status: number, code: string, zh: string, en: string]>([
	[400, "bad-request", "请求无效", "Invalid request"],
	[401, "unauthorized", "需要登录", "Login required"],
	[403, "forbidden", "没有访问权限", "Access denied"],
	[404, "not-found", "页面不存在", "Page not found"],
	[422, "invalid", "请求无效", "Invalid request"],
	[429, "too-many-requests", "请求过于频繁", "Too many requests"],
	[500, "internal", "服务器错误", "Server error"],
	[500, "unknown", "无法显示此页面", "This page cannot be shown"],
	[503, "unavailable", "网站暂时不可用", "Site temporarily unavailable"],
	[503, "database-unavailable", "网站暂时不可用", "Site temporarily unavailable"],
	[507, "disk-full", "无法显示此页面", "This page cannot be shown"],
])("title of the error page for %d %s is %s in Chinese and %s in English", (status, code, zh, en) => {
	const titles = (["zh-CN", "en-US"] satisfies Locale[]).map((locale) => headOf([], locale, { status, code }));
	expect(titles).toEqual([
		{ title: zh, hidden: true },
		{ title: en, hidden: true },
	]);
});

test("page without data or problem has the not-found title", () => {
	expect(headOf([], "en-US", undefined)).toEqual({ title: "Page not found", hidden: true });
});

test("page with data has its own title", () => {
	const head = { title: "Start" };
	expect(headOf([{ handle: docsHandle, loaderData: { head } }], "en-US", undefined)).toEqual(head);
});

/** Layout with the parts that use the page title, and a button to open a page that fails to load. */
function TitledLayout() {
	usePageHead();
	const navigate = useNavigate();
	return (
		<>
			<button type="button" onClick={() => void navigate("/en/docs/down")}>
				open
			</button>
			<output>{usePageTitle()}</output>
			<RouteAnnouncer />
			<main>
				<Outlet />
			</main>
		</>
	);
}

test("title, heading, and announcement show an outage", async () => {
	const down = () => {
		throw new ProblemError(problem(503, "database-unavailable"));
	};
	const children = [
		{ id: "start", path: "en/docs/start", handle: docsHandle, loader: () => null, element: <h1>Start</h1> },
		{ id: "down", path: "en/docs/down", handle: docsHandle, loader: down, element: <h1>Down</h1> },
	];
	const routes = [
		{
			id: "frame",
			path: "/",
			loader: () => site,
			element: <TitledLayout />,
			children: [{ id: "boundary", errorElement: <ErrorPage />, children }],
		},
	];
	const loaderData = { frame: site, start: { head: { title: "Start" } } };
	const router = createMemoryRouter(routes, { initialEntries: ["/en/docs/start"], hydrationData: { loaderData } });
	render(<RouterProvider router={router} />);
	expect(document.title).toBe("Start · Pailou");
	screen.getByRole("button", { name: "open" }).click();
	const title = "Site temporarily unavailable";
	expect(await screen.findByRole("heading", { level: 1, name: title })).toBeDefined();
	expect(document.title).toBe(`${title} · Pailou`);
	const announced = screen.getAllByRole("status").map(({ textContent }) => textContent);
	expect(announced).toEqual([`${title} · Pailou`, `${title} · Pailou, page loaded`]);
});
