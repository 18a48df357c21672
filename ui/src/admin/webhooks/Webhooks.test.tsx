import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { close, open, problem, sent, serve, wrong } from "@/admin/testing";
import { webhooksText } from "@/admin/webhooks/webhooksText";
import type { Delivery, Webhook } from "@/shared/http/types";

const text = (key: Parameters<typeof webhooksText>[1], values = {}) => webhooksText("en-US", key, values);
const list = "GET /admin/webhooks";
const hook: Webhook = {
	id: "7k2m",
	revision: "3",
	endpoint: "https://hooks.example.org/in",
	events: ["page.moved"],
	note: "cache",
	is_on: true,
	error: null,
	created_at: 0,
	made_by: "ann",
	waiting: 1,
	failed: 2,
};
const delivery: Delivery = {
	id: "msg_1",
	event: "page.moved",
	state: "failed",
	created_at: 0,
	attempts: 8,
	next_at: null,
	sent_at: 0,
	took_ms: 12,
	status: 500,
	error: null,
	body: "{}",
};
const path = "/admin/webhooks/7k2m";
const one = {
	[`GET ${path}`]: () => Response.json(hook),
	[`GET ${path}/deliveries`]: () => Response.json([delivery]),
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

afterEach(() => {
	cleanup();
	close();
	vi.unstubAllEnvs();
});

test("secret of a new webhook is shown", async () => {
	const made = { webhook: hook, secret: "whsec_c2VjcmV0" };
	serve({ [list]: () => Response.json([]), "POST /admin/webhooks": () => Response.json(made, { status: 201 }) });
	open("/admin/webhooks");
	expect(await screen.findByText(text("none"))).toBeDefined();
	fireEvent.change(screen.getByLabelText(text("endpoint")), { target: { value: hook.endpoint } });
	fireEvent.click(screen.getByLabelText(text("event.page.moved")));
	press(text("addSubmit"));
	const secret = await screen.findByLabelText<HTMLInputElement>(text("secret"));
	expect(secret.value).toBe(made.secret);
	const post = sent.find(({ what }) => what.startsWith("POST"));
	expect(post?.body).toEqual({ endpoint: hook.endpoint, events: ["page.moved"], note: "" });
});

test("error of the URL is shown at the field", async () => {
	serve({ [list]: () => Response.json([hook]), "POST /admin/webhooks": () => wrong("endpoint", "not-safe") });
	open("/admin/webhooks");
	fireEvent.change(await screen.findByLabelText(text("endpoint")), { target: { value: "http://a.example/" } });
	press(text("addSubmit"));
	expect(await screen.findByText(text("endpoint.not-safe"))).toBeDefined();
	expect(screen.getByText(text("counts", { waiting: 1, failed: 2 }))).toBeDefined();
});

test("failed delivery can be sent again", async () => {
	serve({ ...one, [`POST ${path}/deliveries/msg_1/redeliver`]: () => new Response(null, { status: 202 }) });
	open("/admin/webhooks?id=7k2m");
	const messages = await screen.findByRole("list", { name: text("deliveries") });
	expect(within(messages).getByText(text("status", { status: 500 }), { exact: false })).toBeDefined();
	fireEvent.click(within(messages).getByRole("button", { name: /^Redeliver/ }));
	expect(await screen.findByText(text("sentAgain"))).toBeDefined();
});

test("action started during a reload runs and shows its message", async () => {
	const looks: (() => void)[] = [];
	let isHeld = false;
	serve({
		...one,
		[`GET ${path}/deliveries`]: async () => {
			if (isHeld) await new Promise<void>((resolve) => looks.push(resolve));
			return Response.json([delivery]);
		},
		[`POST ${path}/deliveries/msg_1/redeliver`]: () => new Response(null, { status: 202 }),
	});
	open("/admin/webhooks?id=7k2m");
	const messages = await screen.findByRole("list", { name: text("deliveries") });
	isHeld = true;
	press(text("refresh"));
	await waitFor(() => expect(looks).toHaveLength(1));
	fireEvent.click(within(messages).getByRole("button", { name: /^Redeliver/ }));
	await waitFor(() => expect(sent.filter(({ what }) => what.startsWith("POST"))).toHaveLength(1));
	isHeld = false;
	for (const look of looks) look();
	expect(await screen.findByText(text("sentAgain"))).toBeDefined();
	expect(screen.queryByText(text("refreshed"))).toBeNull();
});

test("disabling a webhook sends the displayed revision", async () => {
	serve({ ...one, [`PUT ${path}`]: () => Response.json({ ...hook, is_on: false }) });
	open("/admin/webhooks?id=7k2m");
	fireEvent.click(await screen.findByRole("button", { name: text("switchOff") }));
	expect(await screen.findByText(text("switchedOff"))).toBeDefined();
	const put = sent.find(({ what }) => what.startsWith("PUT"));
	expect(put?.headers.get("if-match")).toBe('"3"');
	expect(put?.body).toEqual({ endpoint: hook.endpoint, events: ["page.moved"], note: "cache", is_on: false });
});

test("disabled webhook shows the reason and has no test button", async () => {
	serve({
		...one,
		[`GET ${path}`]: () => Response.json({ ...hook, is_on: false, error: "gone" }),
		[`PUT ${path}`]: () => problem(412, "stale"),
	});
	open("/admin/webhooks?id=7k2m");
	expect(await screen.findByText(text("gone"))).toBeDefined();
	expect(screen.queryByRole("button", { name: text("test") })).toBeNull();
	press(text("switchOn"));
	expect(await screen.findAllByRole("alert")).not.toHaveLength(0);
});

test.each([
	["due delivery, as soon as the webhook is enabled", "2020-01-01T00:00:00Z", text("nextOff")],
	["later delivery, at its time", "2099-01-01T00:00:00Z", text("nextOffLater", { moment: "2099-01-01 00:00 UTC" })],
])("disabled webhook shows its next delivery: %s", async (_name, next, expected) => {
	vi.stubEnv("TZ", "UTC");
	const waiting: Delivery = { ...delivery, state: "waiting", attempts: 1, next_at: Date.parse(next) };
	serve({
		...one,
		[`GET ${path}`]: () => Response.json({ ...hook, is_on: false }),
		[`GET ${path}/deliveries`]: () => Response.json([waiting]),
	});
	open("/admin/webhooks?id=7k2m");
	const messages = await screen.findByRole("list", { name: text("deliveries") });
	expect(within(messages).getByText(expected)).toBeDefined();
	expect(within(messages).queryByText(/^Will be sent again on/)).toBeNull();
});

test("test delivery is polled until it is delivered", async () => {
	const states: Delivery["state"][] = ["failed", "waiting"];
	serve({
		...one,
		[`GET ${path}/deliveries`]: () =>
			Response.json([{ ...delivery, id: "msg_2", state: states.shift() ?? "delivered" }]),
		[`POST ${path}/test`]: () => new Response(null, { status: 202 }),
	});
	open("/admin/webhooks?id=7k2m");
	fireEvent.click(await screen.findByRole("button", { name: text("test") }));
	expect(await screen.findByText(text("state.waiting"))).toBeDefined();
	expect(await screen.findByText(text("state.delivered"))).toBeDefined();
});
