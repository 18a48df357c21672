import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Component as AssistantPage, loader } from "@/assistant/AssistantPage";
import { Conversation } from "@/assistant/Conversation";
import { type Exchange, loadHistory, saveHistory } from "@/assistant/history";
import { text } from "@/assistant/text";
import type { AnswerPiece, AskRequest, Citation } from "@/shared/http/types";

afterEach(() => {
	cleanup();
	localStorage.clear();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Asks a question, and stops the answer after its first part. */
async function askAndStop(
	embedded: boolean,
	citations: Citation[] = [],
	hasText = true,
): Promise<{ wasAborted: () => boolean | undefined }> {
	const meta = { id: "a", state: "answered", mode: "model", locale: "en-US", citations };
	const piece = { block: 1, kind: "paragraph", spans: [{ text: "Half of it." }], support: "uncited" };
	const sent = hasText ? `event: piece\ndata: ${JSON.stringify(piece)}\n\n` : "";
	const events = `event: meta\ndata: ${JSON.stringify(meta)}\n\n${sent}`;
	let signal: AbortSignal | null | undefined;
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
		const body = new ReadableStream<Uint8Array>({
			start(controller) {
				controller.enqueue(new TextEncoder().encode(events));
				signal?.addEventListener("abort", () => controller.error(new DOMException("stopped", "AbortError")));
			},
		});
		return new Response(body, { headers: { "content-type": "text/event-stream" } });
	});
	const router = createMemoryRouter([{ path: "*", element: <Conversation embedded={embedded} /> }], {
		initialEntries: ["/en/assistant"],
	});
	render(<RouterProvider router={router} />);
	fireEvent.change(screen.getByLabelText(text("en-US", "question")), { target: { value: "how?" } });
	fireEvent.click(screen.getByRole("button", { name: text("en-US", "ask") }));
	expect(await screen.findByText(text("en-US", "modelWriting"))).toBeDefined();
	if (hasText) expect(await screen.findByText("Half of it.", { exact: false })).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: text("en-US", "stop") }));
	return { wasAborted: () => signal?.aborted };
}

test("stop button cancels the request and keeps the partial answer", async () => {
	const { wasAborted } = await askAndStop(false);
	await waitFor(() => expect(wasAborted()).toBe(true));
	expect(screen.getByText("Half of it.", { exact: false })).toBeDefined();
	expect(screen.getByText(text("en-US", "notice.cut"))).toBeDefined();
	expect(screen.queryByRole("button", { name: text("en-US", "stop") })).toBeNull();
	expect(loadHistory().map(({ question }) => question)).toEqual(["how?"]);
});

test("stopped answer without text of the model keeps its passages", async () => {
	await askAndStop(false, [citation], false);
	expect(await screen.findByText("Run it.")).toBeDefined();
	expect(screen.queryByText(text("en-US", "notice.cut"))).toBeNull();
	expect(loadHistory().map(({ reply }) => [reply.answer, reply.model])).toEqual([["> Run it.\n\n[1]", undefined]]);
});

test("embedded assistant stores no stopped answer", async () => {
	const { wasAborted } = await askAndStop(true);
	await waitFor(() => expect(wasAborted()).toBe(true));
	expect(screen.getByText(text("en-US", "notice.cut"))).toBeDefined();
	expect(loadHistory()).toEqual([]);
});

const en = (key: Parameters<typeof text>[1], values = {}) => text("en-US", key, values);
const citation: Citation = {
	n: 1,
	url: "/index/en/docs/a#b",
	highlight_url: "/index/en/docs/a#b:~:text=Run",
	title: "Backup",
	heading: "Restore",
	locale: "en-US",
	quote: "Run it.",
	parts: [{ kind: "paragraph", text: "Run it." }],
	columns: [],
	outdated: false,
	newer: null,
	matched: [],
	withdrawn: false,
};
const piece: AnswerPiece = { block: 1, kind: "paragraph", spans: [{ text: "Restart." }], support: "uncited" };

/** An exchange as an earlier visit stored it. */
function storedExchange(question: string, sent?: Exchange["sent"]): Exchange {
	const reply = { state: "answered" as const, locale: "en-US" as const, answer: "Run it. [1]", citations: [citation] };
	const noActions = { follow_ups: [], approved: null, handover: null };
	return { question, at: 0, reply: { id: question, ...reply, ...noActions }, ...(sent && { sent }) };
}

/** Stubs a server that answers each question with one passage. Returns the bodies of requests for new shared links. */
function stubServer(): AskRequest[] {
	const shared: AskRequest[] = [];
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init);
		const body = await (input instanceof Request ? input : request).json();
		if (request.url.endsWith("/feedback")) return new Response(null, { status: 202 });
		if (request.url.endsWith("/shares")) {
			shared.push(body);
			return Response.json({ id: "s", url: "/index/en/assistant?share=s", expires_at: 0 }, { status: 201 });
		}
		const meta = { ...storedExchange(body.question).reply, id: body.question, mode: "quoted" };
		const events = [
			["meta", meta],
			["delta", { text: meta.answer }],
			["done", { id: meta.id, follow_ups: [] }],
		];
		const sent = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");
		return new Response(sent, { headers: { "content-type": "text/event-stream" } });
	});
	return shared;
}

function show(props: Parameters<typeof Conversation>[0]): void {
	const router = createMemoryRouter([{ path: "*", element: <Conversation {...props} /> }], {
		initialEntries: ["/en/assistant"],
	});
	render(<RouterProvider router={router} />);
}

async function askQuestion(question: string): Promise<void> {
	fireEvent.change(screen.getByRole("textbox"), { target: { value: question } });
	fireEvent.click(screen.getByRole("button", { name: en("ask") }));
	await screen.findByRole("heading", { name: question });
}

async function createLinks(): Promise<void> {
	for (const button of screen.getAllByRole("button", { name: en("share") })) fireEvent.click(button);
	const count = screen.getAllByRole("button", { name: en("share") }).length;
	await waitFor(() => expect(screen.getAllByLabelText(en("shareLink"))).toHaveLength(count));
}

const turn = (question: string) => ({ question, answer: "" });
const page = "/index/en/docs/operate/backup";

test("request to create a shared link contains the history and the page of its question", async () => {
	const shared = stubServer();
	show({ page });
	await askQuestion("restore?");
	await askQuestion("and create?");
	await createLinks();
	expect(shared.map(({ question, history, page }) => ({ question, history, page }))).toEqual([
		{ question: "restore?", history: [], page },
		{ question: "and create?", history: [turn("restore?")], page },
	]);
});

test("continuing a conversation keeps the context of its questions", async () => {
	const shared = stubServer();
	const sent = { history: [turn("older?")], page: null };
	saveHistory([storedExchange("restore?", sent), storedExchange("stored without context")]);
	show({ page });
	await askQuestion("create?");
	fireEvent.click(screen.getByRole("button", { name: en("resume") }));
	await askQuestion("and then?");
	await createLinks();
	const continued = ["restore?", "stored without context", "create?"].map(turn);
	expect(shared.map(({ question, history, page }) => ({ question, history, page }))).toEqual([
		{ question: "restore?", ...sent },
		{ question: "stored without context", history: null, page: null },
		{ question: "create?", history: [], page },
		{ question: "and then?", history: continued, page },
	]);
});

test("request to create a shared link contains the language of the answer", async () => {
	const shared = stubServer();
	const chinese = storedExchange("恢复？");
	show({ first: { ...chinese, reply: { ...chinese.reply, locale: "zh-CN" } } });
	await createLinks();
	expect(shared.map(({ locale }) => locale)).toEqual(["zh-CN"]);
});

test("each new answer is scrolled into view", async () => {
	stubServer();
	const scrolled: (string | undefined)[] = [];
	vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
		scrolled.push(this.querySelector("h2")?.textContent);
	});
	show({ first: storedExchange("opened by a link") });
	await askQuestion("restore?");
	await askQuestion("and create?");
	await waitFor(() => expect(scrolled).toEqual(["restore?", "and create?"]));
});

test.each(["resume", "erase"] as const)("button %s moves the focus to the question field", (name) => {
	saveHistory([storedExchange("restore?")]);
	show({});
	fireEvent.click(screen.getByRole("button", { name: en(name) }));
	// The second click confirms the deletion.
	if (name === "erase") fireEvent.click(screen.getByRole("button", { name: en(name) }));
	expect(screen.queryByRole("button", { name: en(name) })).toBeNull();
	expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

test("earlier questions are deleted only after confirmation", () => {
	saveHistory([storedExchange("restore?")]);
	show({});
	const questions = () => loadHistory().map(({ question }) => question);
	fireEvent.click(screen.getByRole("button", { name: en("erase") }));
	expect(questions()).toEqual(["restore?"]);
	const group = screen.getByRole("group", { name: en("erase") });
	expect(group.textContent).toContain(en("eraseSure"));
	fireEvent.click(within(group).getByRole("button", { name: "Cancel" }));
	expect(questions()).toEqual(["restore?"]);
	fireEvent.click(screen.getByRole("button", { name: en("erase") }));
	fireEvent.click(screen.getByRole("button", { name: en("erase") }));
	expect(questions()).toEqual([]);
	expect(screen.queryByText(en("earlier", { count: 1 }))).toBeNull();
});

test("vote button and thanks remain when a shared link is created", async () => {
	stubServer();
	show({ first: storedExchange("restore?") });
	const pressed = () =>
		[en("yes"), en("no")].map((name) => screen.getByRole("button", { name }).getAttribute("aria-pressed"));
	fireEvent.click(screen.getByRole("button", { name: en("no") }));
	await waitFor(() => expect(pressed()).toEqual(["false", "true"]));
	await createLinks();
	expect(screen.getByText(en("thanks"))).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: en("yes") }));
	await waitFor(() => expect(pressed()).toEqual(["true", "false"]));
});

test("context of a question is stored without the answers of earlier turns", async () => {
	stubServer();
	show({});
	await askQuestion("restore?");
	await askQuestion("and create?");
	expect(loadHistory().map(({ sent }) => sent)).toEqual([
		{ history: [], page: null },
		{ history: [turn("restore?")], page: null },
	]);
});

test.each<[name: string, model: AnswerPiece[] | undefined, description: string]>([
	["answer of a model", [piece], en("shareModel")],
	["answer without a model", undefined, ""],
	["answer of a failed model", [], ""],
])("share button has a description only for the answer of a model: %s", (_name, model, description) => {
	const first = storedExchange("restore?");
	show({ first: { ...first, reply: { ...first.reply, ...(model && { model }) } } });
	const id = screen.getByRole("button", { name: en("share") }).getAttribute("aria-describedby");
	expect((id && document.getElementById(id)?.textContent) ?? "").toBe(description);
});

test("answer opened by a shared link has no button to share it again", async () => {
	const { question, reply } = storedExchange("restore?");
	vi.stubGlobal("fetch", async () => Response.json({ question, reply, created_at: 0, expires_at: 1 }));
	const { first } = await loader({ request: { url: `${location.origin}/index/en/assistant?share=s` }, params: {} });
	show({ first });
	expect(screen.getByText("Run it.")).toBeDefined();
	expect(screen.queryByRole("button", { name: en("share") })).toBeNull();
});

test("answer opened by a shared link is marked as stored, with its date", async () => {
	const { question, reply } = storedExchange("restore?");
	const created_at = Date.UTC(2026, 10, 28, 12);
	vi.stubGlobal("fetch", async () => Response.json({ question, reply, created_at, expires_at: created_at + 1 }));
	const { first } = await loader({ request: { url: `${location.origin}/index/en/assistant?share=s` }, params: {} });
	show({ first });
	const note = screen.getByText(en("storedAnswer"), { exact: false });
	expect(note.textContent).toBe("This is a stored answer from November 28, 2026");
	expect(note.querySelector("time")?.getAttribute("datetime")).toBe("2026-11-28T12:00:00.000Z");
});

test("new answer is not marked as stored", async () => {
	stubServer();
	show({});
	await askQuestion("restore?");
	expect(screen.queryByText(en("storedAnswer"), { exact: false })).toBeNull();
});

test.each([
	[500, []],
	[501, ["The question is too long. Only the first 500 characters are used."]],
])("page opened with a question of %d characters shows the notices %j", async (length, notes) => {
	const question = "r".repeat(length);
	vi.stubGlobal("fetch", async () => Response.json(storedExchange(question).reply));
	const request = { url: `${location.origin}/index/en/assistant?q=${question}` };
	const data = await loader({ request, params: {} });
	expect(data.first?.question).toHaveLength(500);
	const route = { id: "page", path: "*", element: <AssistantPage />, loader: () => data };
	const router = createMemoryRouter([route], {
		initialEntries: ["/en/assistant"],
		hydrationData: { loaderData: { page: data } },
	});
	render(<RouterProvider router={router} />);
	const shown = screen.getAllByRole("status").map(({ textContent }) => textContent);
	expect(shown.filter((text) => text !== "")).toEqual(notes);
});
