import { cleanup, render, screen, within } from "@testing-library/react";
import { createElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { ModelAnswer } from "@/assistant/ModelAnswer";
import { modelMarkdown } from "@/assistant/modelMarkdown";
import { text } from "@/assistant/text";
import type { AnswerPiece, Citation } from "@/shared/http/types";

const citation: Citation = {
	n: 1,
	url: "/index/en/docs/a#b",
	highlight_url: "/index/en/docs/a#b:~:text=Run",
	title: "Backup",
	heading: "Restore",
	locale: "en-US",
	quote: "Run it.",
	parts: [],
	columns: [],
	outdated: false,
	newer: null,
	matched: [],
	withdrawn: false,
};
const pieces: AnswerPiece[] = [
	{ block: 1, kind: "paragraph", spans: [{ text: "Run " }, { code: "x" }, { cite: 1 }], support: "supported" },
	{ block: 1, kind: "paragraph", spans: [{ text: "Buy <b>pods</b>." }, { cite: 1 }], support: "unsupported" },
	{ block: 2, kind: "step", spans: [{ text: "First." }], support: "uncited" },
	{ block: 3, kind: "step", spans: [{ strong: "Second." }, { cite: 9 }], support: "supported" },
	{ block: 4, kind: "code", spans: [{ code: "ls\nls" }], support: "supported" },
];

afterEach(cleanup);

test("citations link to sources, and unsupported text is labeled", () => {
	render(
		createElement(
			MemoryRouter,
			{ initialEntries: ["/en/assistant"] },
			createElement(ModelAnswer, { pieces, citations: [citation] }),
		),
	);
	const en = (key: Parameters<typeof text>[1], values = {}) => text("en-US", key, values);
	const links = screen.getAllByRole("link", { name: en("source", { n: 1, title: "Backup" }) });
	expect(links.map((link) => link.getAttribute("href"))).toEqual([citation.highlight_url, citation.highlight_url]);
	expect(screen.getAllByRole("link")).toHaveLength(2);
	expect(screen.getByText(en("support.unsupported"))).toBeDefined();
	const items = within(screen.getByRole("list")).getAllByRole("listitem");
	expect(items.map((item) => item.textContent?.trim())).toEqual([`First. ${en("support.uncited")}`, "Second."]);
	// HTML in the text is escaped.
	expect(screen.getByText(/<b>pods<\/b>/)).toBeDefined();
});

test("sentences are separated by a space, except after Chinese punctuation", () => {
	const chinese: AnswerPiece[] = [
		{ block: 1, kind: "paragraph", spans: [{ text: "运行" }, { cite: 1 }, { text: "。" }], support: "supported" },
		{ block: 1, kind: "paragraph", spans: [{ text: "重启。" }], support: "supported" },
		{ block: 2, kind: "paragraph", spans: [{ text: "Run." }], support: "supported" },
		{ block: 2, kind: "paragraph", spans: [{ text: "Restart." }], support: "supported" },
	];
	expect(modelMarkdown(chinese)).toBe("运行[1]。重启。\n\nRun. Restart.");
	const router = { initialEntries: ["/zh/assistant"] };
	render(createElement(MemoryRouter, router, createElement(ModelAnswer, { pieces: chinese, citations: [citation] })));
	expect(screen.getByText("重启。").parentElement?.textContent?.trim()).toBe("运行1。重启。");
	expect(screen.getByText("Restart.").parentElement?.textContent?.trim()).toBe("Run. Restart.");
});

test("Markdown of a model's answer contains citation numbers, lists, and code", () => {
	expect(modelMarkdown(pieces)).toBe(
		"Run `x`[1] Buy <b>pods</b>.[1]\n\n1. First.\n2. **Second.**[9]\n\n~~~~\nls\nls\n~~~~",
	);
});
