import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { redirectsText } from "@/admin/redirects/redirectsText";
import { close, open, sent, serve, wrong } from "@/admin/testing";
import type { ListedRedirect } from "@/shared/http/types";

const text = (key: Parameters<typeof redirectsText>[1], values = {}) => redirectsText("en-US", key, values);
const list = "GET /admin/docs-redirects";
const row: ListedRedirect = {
	url: "/index/zh/docs/%E6%97%A7/a",
	locale: "zh-CN",
	old: "旧/a",
	target: "/index/zh/docs/guide/start",
	title: "开始",
	by: "editor",
	created_at: 0,
	is_taken: false,
};

afterEach(() => {
	cleanup();
	close();
});

test("redirect is deleted after a confirmation", async () => {
	const url = "/index/zh/docs/旧/a";
	const path = "/admin/docs-redirects/zh-CN/%E6%97%A7/a";
	serve({ [list]: () => Response.json([row]), [`DELETE ${path}`]: () => new Response(null, { status: 204 }) });
	open("/admin/redirects");
	fireEvent.click(await screen.findByRole("button", { name: text("removeName", { url }) }));
	const sure = screen.getByRole("group", { name: text("removeName", { url }) });
	fireEvent.click(within(sure).getByRole("button", { name: text("remove") }));
	await screen.findByText(text("removed", { url }));
	expect(sent.map(({ what }) => what)).toContain(`DELETE ${path}`);
});

test("alias of a page cannot be deleted in the redirect list", async () => {
	serve({
		[list]: () =>
			Response.json([
				{ ...row, by: "page" },
				{ ...row, url: "/x", target: null, by: "moved" },
			]),
	});
	open("/admin/redirects");
	await screen.findByText(text("by.page"));
	expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
	expect(screen.getByText(text("nowhere"))).toBeDefined();
});

test("error of a new redirect is shown at the field", async () => {
	serve({ [list]: () => Response.json([]), "POST /admin/docs-redirects": () => wrong("old", "page-there") });
	open("/admin/redirects");
	expect(await screen.findByText(text("none"))).toBeDefined();
	fireEvent.change(screen.getByLabelText(text("addOld")), { target: { value: "guide/start" } });
	fireEvent.change(screen.getByLabelText(text("addTo")), { target: { value: "only" } });
	fireEvent.click(screen.getByRole("button", { name: text("addSubmit") }));
	expect(await screen.findByText(text("old.page-there"))).toBeDefined();
	const post = sent.find(({ what }) => what.startsWith("POST"));
	expect(post?.body).toEqual({ locale: "en-US", old: "guide/start", target: "only" });
});

test("added redirect is shown with the normalized path", async () => {
	const made = { ...row, url: "/index/zh/docs/old", old: "old" };
	const other = { ...row, url: "/index/zh/docs/older", old: "older" };
	let isMade = false;
	serve({
		[list]: () => Response.json(isMade ? [made, other] : [other]),
		"POST /admin/docs-redirects": () => {
			isMade = true;
			return new Response(null, { status: 204 });
		},
	});
	open("/admin/redirects");
	fireEvent.change(await screen.findByLabelText(text("addOld")), {
		target: { value: "https://docs.example.org/zh/old.html" },
	});
	fireEvent.change(screen.getByLabelText(text("addTo")), { target: { value: "guide/start" } });
	fireEvent.click(screen.getByRole("button", { name: text("addSubmit") }));
	const message = text("addedAs", { url: "/index/zh/docs/old", page: "/index/zh/docs/guide/start" });
	expect(await screen.findByText(message)).toBeDefined();
	expect(sent.map(({ query }) => query)).toContain("?q=old&page=1&size=20");
});
