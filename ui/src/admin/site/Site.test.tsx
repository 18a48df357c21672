import { clearToken } from "@pailou/core";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { siteText } from "@/admin/site/siteText";
import { close, open, problem, sent, serve } from "@/admin/testing";
import type { ConfigValue } from "@/shared/http/types";

const text = (key: Parameters<typeof siteText>[1], values = {}) => siteText("en-US", key, values);
const navigation: ConfigValue = {
	name: "navigation.json",
	media_type: "application/json",
	revision: "1",
	version: 1,
	bytes: 2,
	author: "ann",
	changed_at: 0,
	confirm_in: null,
	due: null,
	due_at: null,
	broken_links: ["/docs/none"],
	body: '{"header": [{"label": {"zh": "甲", "en": "A"}, "to": "/docs/none"}]}',
};
const settings = { title: { "zh-CN": "站", "en-US": "Site" }, edit_url: null, offline: false, origins: [] };

afterEach(() => {
	close();
	clearToken();
	localStorage.clear();
});

const gates = { docs: "alone", landing: "alone", news: "alone", revision: "alone-alone-alone" };

test("broken link with a malformed escape is shown unchanged", async () => {
	const broken = { ...navigation, broken_links: ["/index/zh/docs/100%", "/index/zh/docs/%E5%BC%80%E5%A7%8B"] };
	serve({
		"GET /admin/site": () => Response.json(settings),
		"GET /admin/publish-gates": () => Response.json(gates),
		"GET /admin/config": () => Response.json([broken]),
		"GET /admin/config/navigation.json": () => Response.json(broken),
	});
	open("/admin/site");
	expect(await screen.findByText("/index/zh/docs/100%")).toBeDefined();
	expect(screen.getByText("/index/zh/docs/开始")).toBeDefined();
});

test("publishing error hides the report of broken links", async () => {
	serve({
		"GET /admin/site": () => Response.json(settings),
		"GET /admin/publish-gates": () => Response.json(gates),
		"GET /admin/config": () => Response.json([navigation]),
		"GET /admin/config/navigation.json": () => Response.json(navigation),
		"PUT /admin/config/navigation.json": () =>
			problem(422, "invalid", { errors: [{ field: "body", code: "bad-address", detail: "", line: 3, column: 1 }] }),
	});
	open("/admin/site");
	expect(await screen.findByText(text("brokenLinks"))).toBeDefined();
	// The list of site files does not contain `site.json`, so the file is not requested.
	expect(sent.map(({ what }) => what)).not.toContain("GET /admin/config/site.json");
	const form = screen.getByRole("form", { name: text("navigationTitle") });
	fireEvent.click(within(form).getByRole("button", { name: text("publish") }));
	expect(await within(form).findByText(new RegExp(text("body.bad-address").slice(0, 12)))).toBeDefined();
	expect(screen.queryByText(text("brokenLinks"))).toBeNull();
});

test("saving publish gates sends the displayed revision", async () => {
	const changed = { ...gates, docs: "together", revision: "together-alone-alone" };
	serve({
		"GET /admin/site": () => Response.json(settings),
		"GET /admin/publish-gates": () => Response.json(gates),
		"GET /admin/config": () => Response.json([navigation]),
		"GET /admin/config/navigation.json": () => Response.json(navigation),
		"PUT /admin/publish-gates": () => Response.json(changed),
	});
	open("/admin/site");
	const field = await screen.findByLabelText<HTMLSelectElement>(text("gate.docs"));
	expect(field.value).toBe("alone");
	fireEvent.change(field, { target: { value: "together" } });
	const section = screen.getByRole("region", { name: text("gatesTitle") });
	fireEvent.click(within(section).getByRole("button", { name: text("gatesSubmit") }));
	expect(await within(section).findByText(text("gatesSaved"))).toBeDefined();
	const [put] = sent.filter(({ what }) => what === "PUT /admin/publish-gates");
	expect([put?.body, put?.headers.get("if-match")]).toEqual([
		{ docs: "together", landing: "alone", news: "alone" },
		'"alone-alone-alone"',
	]);
});
