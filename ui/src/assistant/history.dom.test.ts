import { afterEach, expect, test } from "vitest";
import {
	addToHistory,
	type Exchange,
	loadHistory,
	markdownOf,
	quotedMarkdown,
	saveHistory,
	turnsOf,
} from "@/assistant/history";
import { text } from "@/assistant/text";

const exchange = (question: string): Exchange => ({
	question,
	at: 0,
	reply: {
		id: "a",
		state: "answered",
		locale: "en-US",
		answer: "Run it. [1]",
		follow_ups: [],
		approved: null,
		handover: null,
		citations: [
			{
				n: 1,
				url: "/index/en/docs/a#b",
				highlight_url: "/index/en/docs/a#b:~:text=Run",
				title: "A [1]",
				heading: "B",
				locale: "en-US",
				quote: "Run it.",
				parts: [{ kind: "paragraph", text: "Run it." }],
				columns: [],
				outdated: false,
				newer: null,
				matched: [],
				withdrawn: false,
			},
		],
	},
});

afterEach(() => localStorage.clear());

test("conversation is stored until deletion", () => {
	saveHistory([exchange("how?")]);
	expect(loadHistory()).toEqual([exchange("how?")]);
	saveHistory([]);
	expect(localStorage.length).toBe(0);
});

test.each(["{", "{}", '[{"question":1}]', "[null]"])("invalid stored history is ignored: %s", (stored) => {
	localStorage.setItem("pailou_assistant", stored);
	expect(loadHistory()).toEqual([]);
});

test("only the last turns of the conversation are sent", () => {
	const sent = turnsOf(Array.from({ length: 9 }, (_, at) => exchange(`${at}`)));
	expect(sent.map(({ question }) => question)).toEqual(["3", "4", "5", "6", "7", "8"]);
});

test("exported conversation contains the sources", () => {
	expect(markdownOf([exchange("how?")], "https://example.org")).toBe(
		"## how?\n\nRun it. [1]\n\n* [1] [A \\[1\\] › B](https://example.org/index/en/docs/a#b)\n",
	);
});

test("exported answer of a language model is labeled in its language", () => {
	const { reply, ...rest } = exchange("如何？");
	const model = [{ block: 1, kind: "paragraph" as const, spans: [{ text: "运行。" }], support: "uncited" as const }];
	const markdown = markdownOf([{ ...rest, reply: { ...reply, locale: "zh-CN", model } }], "");
	const [, label, answer, quotes] = markdown.split("\n\n");
	expect([label, answer, quotes]).toEqual([text("zh-CN", "modelLabel"), "运行。", text("zh-CN", "modelQuotes")]);
});

test("answer stored by another tab is kept", () => {
	const named = (id: string): Exchange => ({ ...exchange(id), reply: { ...exchange(id).reply, id } });
	addToHistory([named("first")]);
	saveHistory([...loadHistory(), named("other tab")]);
	addToHistory([named("first"), named("second")]);
	expect(loadHistory().map(({ question }) => question)).toEqual(["first", "other tab", "second"]);
});

test("quotations omit withdrawn passages and contain the numbers of steps", () => {
	const [citation] = exchange("how?").reply.citations;
	if (!citation) throw new Error("citation expected");
	const two = { ...citation, n: 2, quote: "One.\nTwo." };
	expect(quotedMarkdown([citation, two, { ...citation, withdrawn: true }])).toBe(
		"> Run it.\n\n[1]\n\n> One.\n> Two.\n\n[2]",
	);
	const parts = [
		{ kind: "step" as const, text: "One.", number: 3 },
		{ kind: "code" as const, text: "a\nb" },
		{ kind: "step" as const, text: "Two.", number: 4 },
	];
	expect(quotedMarkdown([{ ...two, parts }])).toBe("> 3. One.\n> a\n> b\n> 4. Two.\n\n[2]");
});
