import { afterEach, expect, test } from "vitest";
import { type Exchange, loadHistory, markdownOf, saveHistory, turnsOf } from "@/assistant/history";

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
		"## how?\n\nRun it. [1]\n\n1. [A \\[1\\]: B](https://example.org/index/en/docs/a#b)\n",
	);
});
