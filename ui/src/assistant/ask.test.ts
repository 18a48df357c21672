import { afterEach, expect, test, vi } from "vitest";
import { ask } from "@/assistant/ask";
import type { AskReply, AskRequest } from "@/shared/http/types";

const request: AskRequest = { question: "how?", locale: "en-US", page: null, history: null, model: true };

/** Asks a stubbed server that sends these events. Returns the final reply and the intermediate replies. */
async function askWith(events: [name: string, data: object][]): Promise<{ reply: AskReply; replies: AskReply[] }> {
	const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");
	vi.stubGlobal("fetch", async () => new Response(body, { headers: { "content-type": "text/event-stream" } }));
	const replies: AskReply[] = [];
	const reply = await ask(request, (one) => replies.push(one), new AbortController().signal);
	return { reply, replies };
}

const meta = { id: "a", state: "answered", locale: "en-US", citations: [] };
const piece = (text: string) => ({ block: 1, kind: "paragraph", spans: [{ text }], support: "uncited" });
const done: [string, object] = ["done", { id: "a", follow_ups: ["more"] }];

afterEach(() => vi.unstubAllGlobals());

test("each sentence is passed to `onChange` on arrival", async () => {
	const { reply, replies } = await askWith([
		["meta", { ...meta, mode: "model" }],
		["piece", piece("A.")],
		["piece", piece("B.")],
		["delta", { text: "quoted [1]" }],
		done,
	]);
	expect(replies.map(({ model }) => model?.length)).toEqual([0, 1, 2]);
	expect(reply).toEqual({ ...meta, model: [piece("A."), piece("B.")], answer: "quoted [1]", follow_ups: ["more"] });
});

test("reset event removes earlier sentences; a later notice is kept", async () => {
	const { reply } = await askWith([
		["meta", { ...meta, mode: "model" }],
		["piece", piece("secret")],
		["reset", {}],
		["notice", { code: "slow" }],
		["delta", { text: "quoted [1]" }],
		done,
	]);
	expect(reply.model).toEqual([]);
	expect(reply.notice).toBe("slow");
});

test("reply without a model has no `model` field", async () => {
	const { reply } = await askWith([["meta", { ...meta, mode: "quoted" }], ["delta", { text: "q" }], done]);
	expect("model" in reply).toBe(false);
});
