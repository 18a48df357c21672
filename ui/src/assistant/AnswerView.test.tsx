import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ExchangeView } from "@/assistant/ExchangeView";
import { PrivacyChoice } from "@/assistant/PrivacyChoice";
import { mayStore } from "@/assistant/privacy";
import { text } from "@/assistant/text";
import type { AskReply, Citation, CitedPart } from "@/shared/http/types";

const reply: AskReply = {
	id: "x",
	state: "answered",
	locale: "en-US",
	answer: "Write to the shop.",
	citations: [],
	follow_ups: [],
	approved: { id: "a", revision: 1, html: "<p>Write to the <strong>shop</strong>.</p>", updated_at: 0 },
	handover: "mailto:help@example.org?subject=refund",
};

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function show(element: React.ReactElement) {
	const router = createMemoryRouter([{ path: "/en/assistant", element }], { initialEntries: ["/en/assistant"] });
	render(<RouterProvider router={router} />);
}

test("approved answer is labeled and has a hand-over link", () => {
	show(<ExchangeView exchange={{ question: "refund?", reply, at: 0 }} />);
	expect(screen.getByText(text("en-US", "approved"))).toBeDefined();
	expect(screen.getByText("shop").tagName).toBe("STRONG");
	const link = screen.getByRole("link", { name: text("en-US", "handover") });
	expect(link.getAttribute("href")).toBe(reply.handover);
	expect(screen.getByRole("button", { name: text("en-US", "share") })).toBeDefined();
});

test("site without a hand-over URL shows no hand-over link", () => {
	show(<ExchangeView exchange={{ question: "refund?", reply: { ...reply, approved: null, handover: null }, at: 0 }} />);
	expect(screen.queryByRole("link")).toBeNull();
	expect(screen.queryByText(text("en-US", "approved"))).toBeNull();
});

test("quoted steps have the same numbers as on their page", () => {
	const parts: CitedPart[] = [
		{ kind: "step", text: "Stop it.", number: 3 },
		{ kind: "step", text: "Wait.", number: 4 },
		{ kind: "paragraph", text: "At most a minute." },
		{ kind: "step", text: "Wait.", number: 5 },
	];
	const citation: Citation = {
		n: 1,
		url: "/index/en/docs/a#b",
		highlight_url: "/index/en/docs/a#b",
		title: "A",
		heading: "B",
		locale: "en-US",
		quote: "Stop it.\nWait.\nAt most a minute.\nWait.",
		parts,
		columns: [],
		outdated: false,
		newer: null,
		matched: [],
		withdrawn: false,
	};
	const { approved, ...quoted } = reply;
	const question = "how do I stop it?";
	show(<ExchangeView exchange={{ question, reply: { ...quoted, approved: null, citations: [citation] }, at: 0 }} />);
	const lists = [...document.querySelectorAll("blockquote ol")].map((list) => [
		list.getAttribute("start"),
		[...list.children].map((item) => `${item.getAttribute("value")} ${item.textContent}`),
	]);
	expect(lists).toEqual([
		["3", ["3 Stop it.", "4 Wait."]],
		["5", ["5 Wait."]],
	]);
});

test("choice not to store questions is saved", () => {
	show(<PrivacyChoice />);
	expect(mayStore()).toBe(true);
	const choice = screen.getByRole("checkbox", { name: text("en-US", "doNotStore") });
	fireEvent.click(choice);
	expect(mayStore()).toBe(false);
	fireEvent.click(choice);
	expect(mayStore()).toBe(true);
});

test("site that stores no questions shows no storage checkbox", async () => {
	for (const stores_questions of [true, false]) {
		const route = { path: "/", id: "frame", loader: () => ({ stores_questions }), hydrateFallbackElement: <p /> };
		const children = [{ path: "en/assistant", element: <PrivacyChoice /> }];
		const router = createMemoryRouter([{ ...route, children }], { initialEntries: ["/en/assistant"] });
		render(<RouterProvider router={router} />);
		await screen.findByText(text("en-US", stores_questions ? "stored" : "notStored"));
		expect(screen.queryAllByRole("checkbox")).toHaveLength(stores_questions ? 1 : 0);
		cleanup();
	}
});
