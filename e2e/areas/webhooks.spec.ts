// Webhooks: each test has its own receiver on the loopback interface, which the settings of this site allow. Other
// tests publish on the site at the same time, so each test selects its deliveries by their subject.
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import {
	authenticateOwner,
	axeViolations,
	test as base,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	open,
} from "../fixtures.ts";

interface Message {
	headers: IncomingHttpHeaders;
	body: string;
}

/** A webhook receiver: its URL, the received deliveries, and its responses. */
interface Receiver {
	endpoint: string;
	messages: Message[];
	answers: (body: string) => number;
}

const test = base.extend<{ receiver: Receiver }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
	receiver: async ({}, use) => {
		const receiver: Receiver = { endpoint: "", messages: [], answers: () => 204 };
		const server = createServer(async (request, response) => {
			const body = await textOf(request);
			receiver.messages.push({ headers: request.headers, body });
			response.writeHead(receiver.answers(body)).end();
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("the receiver listens on no port");
		receiver.endpoint = `http://127.0.0.1:${address.port}/told`;
		await use(receiver);
		server.close();
		server.closeAllConnections();
		await once(server, "close");
	},
});

// `allowed`: console errors of a rejected URL (422), and of the page of a deleted webhook (404).
test.use({ baseURL: process.env.WRITING_URL, allowed: /status of (404|422)/, reducedMotion: "reduce" });

test("webhook receiver gets signed events of published pages", async ({ page, request, language, receiver }) => {
	const { pages, webhooks } = language.words;
	const token = await enter(page, language, "telling");
	const secret = await add(page, language, receiver.endpoint);
	expect(await axeViolations(page)).toEqual([]);
	await page.getByRole("link", { name: interpolate(webhooks.open, { endpoint: receiver.endpoint }) }).click();
	await expect(page.getByText(webhooks.deliveriesNone)).toBeVisible();
	const hook = page.url();

	await page.getByRole("button", { name: webhooks.test, exact: true }).click();
	await expect(page.getByText(webhooks.tested)).toBeVisible();
	const tried = rowsOf(page, language).filter({ hasText: webhooks["event.test"] });
	await expectState(page, language, tried, webhooks["state.delivered"]);
	await expect(tried).toContainText(interpolate(webhooks.status, { status: 204 }));
	const [first] = about(receiver, '"type":"test"');
	expect(first).toBeDefined();

	const title = `${language.segment}-told`;
	const id = await make(request, language, token, title);
	await open(page, `/admin/pages/${id}`);
	await page.getByRole("button", { name: pages.publish, exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: pages.publishSubmit }).click();
	await expect(page.getByText(pages.published, { exact: true })).toBeVisible();
	await expect.poll(() => about(receiver, title).length).toBe(1);
	const [pageMessage] = about(receiver, title);
	expect(JSON.parse(pageMessage?.body ?? "")).toMatchObject({
		type: "page.published",
		data: {
			page: id,
			texts: [{ locale: language.tag, title, url: `/index/${language.segment}/docs/e2e/${title}` }],
		},
	});
	for (const message of [first, pageMessage])
		expect(message?.headers["webhook-signature"]).toBe(signature(secret, message));

	await page.goto(hook);
	const published = rowsOf(page, language).filter({ hasText: title });
	await expectState(page, language, published, webhooks["state.delivered"]);
	await expect(published).toContainText(webhooks["event.page.published"]);
	await expectAccessible(page);

	const name = interpolate(webhooks.removeName, { endpoint: receiver.endpoint });
	await page.getByRole("button", { name }).click();
	await page.getByRole("group", { name }).getByRole("button", { name: webhooks.remove, exact: true }).click();
	await expect(page).toHaveURL(/\/admin\/webhooks$/);
	await expect(page.getByRole("form", { name: webhooks.addSubmit })).toBeVisible();
	await expect(
		page.getByRole("link", { name: interpolate(webhooks.open, { endpoint: receiver.endpoint }) }),
	).toHaveCount(0);
});

test("failed delivery is retried automatically and manually", async ({ page, language, receiver }) => {
	const { webhooks } = language.words;
	await enter(page, language, "repeating");
	await add(page, language, receiver.endpoint);
	await page.getByRole("link", { name: interpolate(webhooks.open, { endpoint: receiver.endpoint }) }).click();
	const tests = rowsOf(page, language).filter({ hasText: webhooks["event.test"] });
	const again = page.getByRole("button", { name: againTo(language) });

	receiver.answers = () => 500;
	await page.getByRole("button", { name: webhooks.test, exact: true }).click();
	await expectState(page, language, tests, interpolate(webhooks.status, { status: 500 }));
	await expect(tests).toContainText(webhooks["state.waiting"]);
	receiver.answers = () => 204;
	await expect(again).toHaveCount(0);
	expect(await axeViolations(page)).toEqual([]);
	await expectState(page, language, tests, webhooks["state.delivered"]);
	const tried = about(receiver, '"type":"test"');
	expect(tried.length).toBeGreaterThanOrEqual(2);
	expect(new Set(tried.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

	// A receiver that responds with 410 (Gone) gets no more deliveries until a user enables the webhook again.
	receiver.answers = () => 410;
	await again.click();
	await expect(page.getByText(webhooks.sentAgain)).toBeVisible();
	await expectState(page, language, tests, webhooks["state.failed"]);
	await expect(tests).toContainText(interpolate(webhooks.status, { status: 410 }));
	await expect(page.getByText(webhooks.gone)).toBeVisible();
	await expect(again).toHaveCount(0);
	await expectAccessible(page);
	receiver.answers = () => 204;
	await page.getByRole("button", { name: webhooks.switchOn, exact: true }).click();
	await expect(page.getByText(webhooks.switchedOn)).toBeVisible();
	await again.click();
	await expectState(page, language, tests, webhooks["state.delivered"]);
	await expect(tests).toHaveCount(1);
});

test("invalid webhook URL is rejected with a reason", async ({ page, language, receiver }) => {
	const { webhooks } = language.words;
	await enter(page, language, "refused");
	await open(page, "/admin/webhooks");
	const elsewhere = receiver.endpoint.replace("127.0.0.1", "localhost");
	const form = page.getByRole("form", { name: webhooks.addSubmit });
	for (const [endpoint, message] of [
		[elsewhere, webhooks["endpoint.not-safe"]],
		["ftp://hooks.example.org/", webhooks["endpoint.not-an-address"]],
		["https://me:secret@hooks.example.org/", webhooks["endpoint.has-password"]],
	] as const) {
		await form.getByLabel(webhooks.endpoint, { exact: true }).fill(endpoint);
		await form.getByRole("button", { name: webhooks.addSubmit }).click();
		await expect(form.getByText(message)).toBeVisible();
	}
	await expectAccessible(page);

	const endpoint = elsewhere.replace("http:", "https:");
	await add(page, language, endpoint);
	await page.getByRole("link", { name: interpolate(webhooks.open, { endpoint }) }).click();
	await page.getByRole("button", { name: webhooks.test, exact: true }).click();
	const tests = rowsOf(page, language).filter({ hasText: webhooks["event.test"] });
	await expectState(page, language, tests, webhooks["error.private"]);
	expect(receiver.messages).toEqual([]);
});

/** Opens the list of webhooks as a new owner; returns the session token. */
async function enter(page: Page, language: Language, name: string): Promise<string> {
	const token = await authenticateOwner(page, language, `hooks-${name}`);
	await open(page, "/admin/webhooks");
	return token;
}

/** Creates a webhook for published pages; returns its secret. */
async function add(page: Page, { words: { webhooks } }: Language, endpoint: string): Promise<string> {
	const form = page.getByRole("form", { name: webhooks.addSubmit });
	await form.getByLabel(webhooks.endpoint, { exact: true }).fill(endpoint);
	await form.getByLabel(webhooks["event.page.published"], { exact: true }).check();
	await form.getByRole("button", { name: webhooks.addSubmit }).click();
	await expect(page.getByRole("link", { name: interpolate(webhooks.open, { endpoint }) })).toBeVisible();
	return page.getByLabel(webhooks.secret, { exact: true }).inputValue();
}

/** Creates a draft of a page in this language with the API. */
async function make(request: APIRequestContext, { segment }: Language, token: string, title: string): Promise<string> {
	const data = { area: "docs", locale: segment, path: `e2e/${title}`, title };
	const answer = await request.post("/api/v1/admin/pages", { headers: { authorization: token }, data });
	expect(answer.status(), await answer.text()).toBe(201);
	return (await answer.json()).id;
}

function rowsOf(page: Page, { words: { webhooks } }: Language): Locator {
	return page.getByRole("list", { name: webhooks.deliveries }).getByRole("listitem");
}

/** Refreshes the list until a delivery has the expected state. */
async function expectState(
	page: Page,
	{ words: { webhooks } }: Language,
	row: Locator,
	expected: string,
): Promise<void> {
	const refresh = page.getByRole("button", { name: webhooks.refresh, exact: true });
	const now = async () => {
		await refresh.click();
		return (await row.allTextContents()).join("\n");
	};
	await expect.poll(now).toContain(expected);
}

function about({ messages }: Receiver, what: string): Message[] {
	return messages.filter(({ body }) => body.includes(what));
}

/** Computes the signature as the documentation describes it for receivers. */
function signature(secret: string, message: Message | undefined): string {
	const { headers, body } = message ?? { headers: {}, body: "" };
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
	return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** Returns a pattern for the accessible name of a button that redelivers a test event. The event may have any time. */
function againTo({ words: { webhooks } }: Language): RegExp {
	const [start = ""] = webhooks.againName.split("{moment}");
	return new RegExp(interpolate(start, { name: webhooks["event.test"] }));
}

async function expectAccessible(page: Page): Promise<void> {
	expect(await axeViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 1280, height: 800 });
}
