// The optional language model of the assistant: settings, connection test, answers, and failures. Each test has its own
// site, because the settings apply to all visitors. Each test also has its own model server on the loopback interface,
// which the settings of the site allow.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import type { Locator, Page } from "@playwright/test";
import en from "../../content/messages/en/model.json" with { type: "json" };
import zh from "../../content/messages/zh/model.json" with { type: "json" };
import {
	type Account,
	account,
	axeViolations,
	test as base,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	logIn,
	open,
} from "../fixtures.ts";

/** A running site, and the name of its data directory. */
interface Site {
	origin: string;
	name: string;
}

/** OpenAI-compatible server: the chat completion requests that it received, and the function that answers the next. */
interface ModelServer {
	baseUrl: string;
	completions: { body: string; response: ServerResponse }[];
	answers: (response: ServerResponse) => void;
}

const messages = { zh, en };
const model = "tiny:latest";
const key = "sk-loopback-1";
const reasoning = "SECRET-REASONING";
/** Token counts that the model server reports for each complete answer. */
const usage = { prompt_tokens: 3000, completion_tokens: 100 };

const question = { zh: "怎么恢复备份", en: "How do I restore a backup?" };
/** Answer of the model. The passages support only the first sentence, and there is no passage 9. */
const sentences = {
	zh: ["用 pailou restore 恢复备份[1][9]。", "Kubernetes 集群需要 Redis 哨兵[1]。", "红灯笼挂在大门两侧[9]。"],
	en: [
		"Restore a backup with pailou restore [1][9].",
		"Kubernetes clusters need Redis sentinels [1].",
		"Red lanterns hang beside the gate [9].",
	],
};

const test = base.extend<{ site: Site; server: ModelServer }>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
		async ({}, use, testInfo) => {
			const data = mkdtempSync(join(process.env.DATA ?? "", "model-"));
			const args = ["serve", "--addr", "127.0.0.1:0", "--data", data];
			const env = { ...process.env, PAILOU_OUTBOUND_ALLOW: "127.0.0.1", PAILOU_RENDER_WAIT_MS: "60000" };
			const child = spawn(process.env.BINARY ?? "", args, { cwd: data, env, stdio: ["ignore", "pipe", "pipe"] });
			child.stderr.pipe(createWriteStream(testInfo.outputPath("server.log")));
			const closed = once(child, "close");
			try {
				await use({ origin: await originOf(child), name: basename(data) });
			} finally {
				const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
				child.kill("SIGTERM");
				await closed;
				clearTimeout(late);
			}
		},
		{ timeout: 60_000 },
	],

	baseURL: async ({ site }, use) => use(site.origin),

	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
	server: async ({}, use) => {
		const own: ModelServer = { baseUrl: "", completions: [], answers: (response) => void response.end() };
		const server = createServer((request, response) => void serve(own, request, response));
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("the model server listens on no port");
		own.baseUrl = `http://127.0.0.1:${address.port}/v1`;
		await use(own);
		server.close();
		server.closeAllConnections();
		await once(server, "close");
	},
});

test.use({ reducedMotion: "reduce" });

test("connection test succeeds only with the right API key", async ({ page, site, server, language }) => {
	const own = messages[language.segment];
	await enter(page, language, account(language, "testing", "owner", site.name));
	const form = page.getByRole("form", { name: own.save });
	const testConnection = page.getByRole("button", { name: own.test, exact: true });
	await expect(testConnection).toHaveCount(0);
	await form.getByLabel(own.base_url, { exact: true }).fill(server.baseUrl);
	await form.getByLabel(own.model, { exact: true }).fill(model);
	await save(form, own);
	await testConnection.click();
	await expect(page.getByText(own["test.key-refused"])).toBeVisible();

	await form.getByLabel(own.api_key, { exact: true }).fill(key);
	await save(form, own);
	await expect(form.getByText(own["api_key.kept"])).toBeVisible();
	await expect(form.getByLabel(own.api_key, { exact: true })).toHaveValue("");
	await testConnection.click();
	await expect(page.getByText(own["test.ok"])).toBeVisible();
	await expectAccessible(page);
	expect(server.completions).toEqual([]);
});

test("model writes an answer with checked citations", async ({ page, site, server, language }) => {
	const { segment, words } = language;
	const { assistant } = words;
	const own = messages[segment];
	const root = account(language, "answering", "owner", site.name);
	await enter(page, language, root);
	const form = page.getByRole("form", { name: own.save });
	await switchOn(form, own, server);
	await logOut(page, language);

	// The model server sends the first sentence and waits.
	const [first = "", ...others] = sentences[segment];
	const rest = others.join(" ");
	server.answers = (response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write(chunk({ reasoning_content: `${reasoning}. ` }));
		for (const content of ["<think>", `${reasoning}. `, "</think>\n\n", `${first} `, rest.slice(0, 4)])
			response.write(chunk({ content }));
	};
	const answer = await ask(page, language);
	const written = answer.getByRole("region", { name: assistant.modelLabel });
	const paragraph = written.getByRole("paragraph").last();
	const shown = sentences[segment].map((sentence) => sentence.replace(/ ?\[9\]/, "").replace("[1]", "1"));
	await expect(paragraph).toHaveText(shown[0] ?? "");
	await expect(page.getByText(assistant.modelWriting)).toBeVisible();
	await expect(page.getByText(reasoning)).toHaveCount(0);
	expect(server.completions).toHaveLength(1);
	const { body, response } = server.completions[0] ?? {};
	expect(JSON.parse(body ?? "")).toMatchObject({ model, stream: true });
	expect(body).toContain(question[segment]);

	response?.end(chunk({ content: rest.slice(4) }) + end);
	await expect(page.getByText(assistant.modelWriting)).toHaveCount(0);
	const [supported, unsupported, uncited] = shown;
	const marks = { unsupported: assistant["support.unsupported"], uncited: assistant["support.uncited"] };
	const gap = segment === "zh" ? "" : " ";
	const marked = `${unsupported} ${marks.unsupported} ${uncited} ${marks.uncited}`;
	await expect(paragraph).toHaveText(`${supported}${gap}${marked}`);
	await expect(page.getByText(reasoning)).toHaveCount(0);
	expect(await page.evaluate(() => localStorage.getItem("pailou_assistant"))).not.toContain(reasoning);
	await expect(answer.getByText(assistant.modelQuotes, { exact: true })).toBeVisible();
	await expectAccessible(page);

	// Both citations link to the first passage.
	const source = answer.getByRole("figure").first().getByRole("link");
	const href = (await source.getAttribute("href")) ?? "";
	expect(href).toMatch(new RegExp(`^/index/${segment}/docs/.*#.*:~:text=`));
	const cites = written.getByRole("link", { name: interpolate(assistant.source, { n: 1, title: "" }).trim() });
	await expect(written.getByRole("link")).toHaveCount(2);
	await expect(cites).toHaveCount(2);
	for (const cite of await cites.all()) await expect(cite).toHaveAttribute("href", href);
	await cites.first().click();
	await expect(page).toHaveURL((url) => href.startsWith(url.pathname));
	const anchor = decodeURIComponent(/#(.*):~:/.exec(href)?.[1] ?? "");
	await expect(page.locator(`[id="${anchor}"]`)).toBeInViewport();

	await enter(page, language, root);
	const today = { answers: 1, input: "3,000", output: 100, cost: 1.2 };
	await expect(page.getByText(interpolate(own.today, today))).toBeVisible();
	await form.getByLabel(own.isOn).uncheck();
	await save(form, own);
	await logOut(page, language);
	await ask(page, language);
	await expect(answer.getByRole("figure").first()).toBeVisible();
	await expect(written).toHaveCount(0);
	await expectNotice(answer, language);
	expect(server.completions).toHaveLength(1);
});

test("quoted answer is shown if the model fails", async ({ page, site, server, language }) => {
	const { segment, words } = language;
	const { assistant } = words;
	const own = messages[segment];
	await enter(page, language, account(language, "failing", "owner", site.name));
	const form = page.getByRole("form", { name: own.save });
	await switchOn(form, own, server);
	await logOut(page, language);

	const eventStream = { "content-type": "text/event-stream" };
	const [first = ""] = sentences[segment];
	const failures: [string, ModelServer["answers"]][] = [
		["status 500", (response) => void response.writeHead(500).end('{"error":{"message":"no slot"}}')],
		["stream without an answer", (response) => void response.writeHead(200, eventStream).end(chunk({ content: "" }))],
		["closed connection", (response) => response.destroy()],
	];
	for (const [name, answers] of failures) {
		await test.step(name, async () => {
			server.answers = answers;
			const answer = await ask(page, language);
			await expectNotice(answer, language, assistant["notice.failed"]);
			await expect(answer.getByRole("figure").first().getByRole("link")).toBeVisible();
			await expect(answer.getByText(assistant.modelLabel)).toHaveCount(0);
		});
	}
	await expectAccessible(page);

	// The sentences of an incomplete answer are kept.
	server.answers = (response) => {
		response.writeHead(200, eventStream);
		response.write(chunk({ content: `${first} ${first.slice(0, 4)}` }), () => response.destroy());
	};
	const answer = await ask(page, language);
	await expectNotice(answer, language, assistant["notice.cut"]);
	const written = answer.getByRole("region", { name: assistant.modelLabel });
	await expect(written).toContainText(first.replace("[1][9]", "1"));
	await expect(answer.getByRole("figure").first().getByRole("link")).toBeVisible();
	expect(server.completions).toHaveLength(failures.length + 1);
});

/** Returns the origin from the setup link, which the site prints when it is ready. */
function originOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
	return new Promise((resolve, reject) => {
		createInterface(child.stdout).on("line", (line) => {
			const [origin] = line.match(/http\S+(?=\/index\/admin#setup=)/) ?? [];
			if (origin) resolve(origin);
		});
		child.once("error", reject);
		child.once("close", (code) => reject(new Error(`the server ended with ${code}: see server.log`)));
	});
}

/** Serves the list of models and chat completions. Both require the API key. */
async function serve(server: ModelServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const body = await textOf(request);
	if (request.headers.authorization !== `Bearer ${key}`) {
		response.writeHead(401).end();
	} else if (request.url === "/v1/models") {
		response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: [{ id: model }] }));
	} else if (request.url === "/v1/chat/completions") {
		server.completions.push({ body, response });
		server.answers(response);
	} else {
		response.writeHead(404).end();
	}
}

/** Formats an event of a streamed chat completion. */
function chunk(delta: Record<string, string>): string {
	return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }], usage: null })}\n\n`;
}

/** Last events of a streamed chat completion. */
const end = [{ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, { choices: [], usage }]
	.map((event) => `data: ${JSON.stringify(event)}\n\n`)
	.concat("data: [DONE]\n\n")
	.join("");

/** Logs in as an owner and opens the settings of the language model. */
async function enter(page: Page, { words: { admin, shared } }: Language, root: Account): Promise<void> {
	await open(page, "/admin/model");
	await logIn(page, shared, root);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.partModel);
}

/** Fills in the model server, the prices, and a token budget, enables the model, and saves. */
async function switchOn(form: Locator, own: typeof en, server: ModelServer): Promise<void> {
	await form.getByLabel(own.isOn).check();
	for (const [label, value] of [
		[own.base_url, server.baseUrl],
		[own.model, model],
		[own.api_key, key],
		[own.input_price, "300"],
		[own.output_price, "3000"],
		[own.daily_tokens, "50000"],
		[own.between_tokens_ms, "30"],
	] as const)
		await form.getByLabel(label, { exact: true }).fill(value);
	await save(form, own);
}

async function save(form: Locator, own: typeof en): Promise<void> {
	await form.getByRole("button", { name: own.save }).click();
	await expect(form.getByText(own.saved)).toBeVisible();
}

async function logOut(page: Page, { words: { admin, shared } }: Language): Promise<void> {
	await open(page, "/admin");
	await page.getByRole("button", { name: admin.logout }).click();
	await expect(page.getByLabel(shared.loginName, { exact: true })).toBeVisible();
}

/** Asks the question in a new conversation; returns the answer. */
async function ask(page: Page, { segment, words }: Language): Promise<Locator> {
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(question[segment]);
	await page.keyboard.press("Enter");
	const answer = page.getByRole("article");
	await expect(answer.getByRole("heading", { name: question[segment] })).toBeVisible();
	return answer;
}

/** Expects the notice `expected`, if given, and no other notice. */
async function expectNotice(answer: Locator, { words }: Language, expected?: string): Promise<void> {
	const notices = Object.entries(words.assistant).filter(([name]) => name.startsWith("notice."));
	for (const [, notice] of notices) await expect(answer.getByText(notice)).toHaveCount(notice === expected ? 1 : 0);
}

/** Expects no axe violations, and no horizontal overflow at phone width. */
async function expectAccessible(page: Page): Promise<void> {
	expect(await axeViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 1280, height: 800 });
}
