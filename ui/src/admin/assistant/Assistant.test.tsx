import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BrokenLinks } from "@/admin/assistant/Answers";
import { assistantText } from "@/admin/assistant/assistantText";
import { bodiesOf, click, close, open, problem, sent, serve, type, user, wrong } from "@/admin/testing";
import type {
	BenchReply,
	FeedbackCount,
	Gap,
	GapReport,
	ListedAnswer,
	ListedQuestion,
	RecordedEvaluation,
} from "@/shared/http/types";
import { type Locale, withLocale } from "@/shared/i18n/locale";
import { renderPage } from "@/testing/page";

const text = (key: Parameters<typeof assistantText>[1], values = {}) => assistantText("en-US", key, values);
const base = "/admin/assistant";
const me = { ...user, permissions: [...user.permissions, "feedback", "dictionary"] };

const gap: Gap = {
	id: "g",
	locale: "zh-CN",
	question: "怎么退款",
	examples: ["怎么退款", "订单如何退款"],
	notes: [],
	terms: ["退款"],
	count: 3,
	closest: 2,
	off_topic: 1,
	unhelpful: 0,
	reported: 0,
	score: 2.5,
	last_question_at: 0,
	translation_gap: true,
	nearest: { url: "/index/en/docs/refund#how", title: "Refund › How", locale: "en-US" },
};
const report: GapReport = { as_of: 0, is_on: true, days: 90, gaps: [gap] };
const row: ListedQuestion = {
	id: "q",
	created_at: 0,
	locale: "en-US",
	origin: "mcp",
	question: "refund for [email]",
	note: "not documented",
	state: "reported",
	nearest: null,
	approved: false,
	helpful: null,
};
const answer: ListedAnswer = {
	id: "a",
	revision: "4",
	locale: "en-US",
	patterns: ["How do I get a refund?", "refund"],
	answer: "See [x](/index/en/docs/x#y).",
	expires: null,
	is_expired: false,
	broken: [
		{ line: 1, code: "anchor-missing", url: "/index/en/docs/x#y", detail: "/index/en/docs/x#y: no heading `y`" },
	],
	created_at: 0,
	updated_at: 0,
	updated_by: "ann",
};

const answers = (more: Parameters<typeof serve>[0]) => serve({ "GET /me": () => Response.json(me), ...more });

beforeEach(() => localStorage.clear());
afterEach(() => {
	cleanup();
	close();
});

test("gap has links to draft, answer, term, pages, and test bench", async () => {
	answers({ [`GET ${base}/gaps`]: () => Response.json(report) });
	open(base);
	const list = await screen.findByRole("list", { name: text("tab.gaps") });
	expect(within(list).getByText(text("onlyEnglish"))).toBeDefined();
	expect(within(list).getByText(/closest passages 2, not about this site 1/)).toBeDefined();
	const href = (key: Parameters<typeof text>[0]) =>
		within(list)
			.getByRole("link", { name: `${text(key)}: 怎么退款` })
			.getAttribute("href");
	const question = encodeURIComponent("怎么退款");
	expect(href("toDraft")).toBe(`/admin/pages?locale=zh&title=${question}#new`);
	expect(href("toAnswer")).toBe(
		`${base}/answers/new?locale=zh&patterns=${encodeURIComponent("怎么退款\n订单如何退款")}`,
	);
	expect(href("toTerm")).toBe(`/localization?word=${encodeURIComponent("退款")}&language=zh-CN#dictionary`);
	expect(href("toWork")).toBe("/localization?view=pages&locale=zh-CN&state=not_translated");
	expect(href("toBench")).toBe(`${base}/bench?q=${question}&locale=zh`);
});

test("gap is dismissed after a confirmation", async () => {
	let isDismissed = false;
	answers({
		[`GET ${base}/gaps`]: () => Response.json(isDismissed ? { ...report, gaps: [] } : report),
		[`POST ${base}/gaps/${gap.id}/dismissal`]: () => {
			isDismissed = true;
			return new Response(null, { status: 204 });
		},
	});
	open(`${base}?locale=zh&days=7`);
	const name = text("dismissName", { name: gap.question });
	await click(name);
	const sure = screen.getByRole("group", { name });
	fireEvent.click(within(sure).getByRole("button", { name: text("dismiss") }));
	await screen.findByText(new RegExp(text("gapDismissed")));
	expect(await screen.findByText(new RegExp(text("gapsNone")))).toBeDefined();
	const dismissal = sent.find(({ what }) => what === `POST ${base}/gaps/${gap.id}/dismissal`);
	expect(dismissal?.query).toBe("?locale=zh&days=7");
});

test("gap report shows a message about a disabled question log", async () => {
	answers({ [`GET ${base}/gaps`]: () => Response.json({ ...report, is_on: false, gaps: [] }) });
	open(`${base}?locale=zh`);
	expect(await screen.findByText(text("logOff"))).toBeDefined();
	expect(screen.getByText(new RegExp(text("gapsNone")))).toBeDefined();
	expect(sent.find(({ what }) => what === `GET ${base}/gaps`)?.query).toBe("?locale=zh");
	fireEvent.change(screen.getByLabelText(text("period")), { target: { value: "7" } });
	await screen.findByText(text("logOff"));
	expect(sent.findLast(({ what }) => what === `GET ${base}/gaps`)?.query).toBe("?locale=zh&days=7");
});

test("question is deleted after a confirmation", async () => {
	answers({
		[`GET ${base}/questions`]: () => Response.json([row]),
		[`DELETE ${base}/questions/q`]: () => new Response(null, { status: 204 }),
	});
	open(`${base}/questions?state=reported`);
	const name = text("removeName", { name: row.question });
	await click(name);
	expect(screen.getByText(text("noteSaid", { note: row.note }))).toBeDefined();
	const sure = screen.getByRole("group", { name });
	fireEvent.click(within(sure).getByRole("button", { name: text("remove") }));
	await screen.findByText(text("questionRemoved"));
	expect(sent.map(({ what }) => what)).toContain(`DELETE ${base}/questions/q`);
	expect(sent.find(({ what }) => what === `GET ${base}/questions`)?.query).toBe("?state=reported&page=1&size=20");
});

test("editing actions are shown only for the languages of the account", async () => {
	const other = { ...row, id: "r", locale: "zh-CN" as const, question: "退款" };
	serve({
		"GET /me": () => Response.json({ ...me, locales: ["en"] }),
		[`GET ${base}/questions`]: () => Response.json([row, other]),
		[`GET ${base}/gaps`]: () => Response.json(report),
	});
	open(`${base}/questions`);
	await screen.findByRole("button", { name: text("removeName", { name: row.question }) });
	expect(screen.queryByRole("button", { name: text("removeName", { name: other.question }) })).toBeNull();
	cleanup();
	open(base);
	await screen.findByRole("link", { name: `${text("toBench")}: 怎么退款` });
	expect(screen.queryByRole("link", { name: `${text("toAnswer")}: 怎么退款` })).toBeNull();
	expect(screen.queryByRole("button", { name: text("dismissName", { name: gap.question }) })).toBeNull();
});

test("answers can be edited only within the access scope of the account", async () => {
	const chinese = { ...answer, id: "z", locale: "zh-CN" as const };
	const routes = {
		[`GET ${base}/answers`]: () => Response.json([answer]),
		[`GET ${base}/answers/z`]: () => Response.json(chinese),
	};
	serve({ ...routes, "GET /me": () => Response.json({ ...me, areas: ["landing"] }) });
	open(`${base}/answers/new`);
	await screen.findByText(answer.patterns[0] ?? "");
	expect(screen.queryByRole("link", { name: text("newAnswer") })).toBeNull();
	cleanup();
	serve({ ...routes, "GET /me": () => Response.json({ ...me, locales: ["en"] }) });
	open(`${base}/answers/z`);
	await screen.findByText(answer.patterns[0] ?? "");
	expect(screen.getByRole("link", { name: text("newAnswer") })).toBeDefined();
	expect(screen.queryByRole("form")).toBeNull();
});

test("broken links of an answer are listed", async () => {
	answers({ [`GET ${base}/answers`]: () => Response.json([answer]) });
	open(`${base}/answers`);
	const broken = await screen.findByRole("list", { name: text("broken") });
	expect(broken.textContent).toBe("Line 1: The page has no such heading. /index/en/docs/x#y");
	expect(screen.getByRole("link", { name: text("editName", { name: answer.patterns[0] }) })).toBeDefined();
});

test.each<[locale: Locale, code: string, url: string | null, expected: string]>([
	["zh-CN", "anchor-missing", "/x#y", "第 1 行：页面中没有这个标题。/x#y"],
	["zh-CN", "page-missing", "/x", "第 1 行：页面不存在。/x"],
	["zh-CN", "new-rule", "/x", "第 1 行：链接无效。/x"],
	["zh-CN", "link-empty", null, "第 1 行：链接无效。[broken]()"],
	["en-US", "page-missing", "/x", "Line 1: The page does not exist. /x"],
	["en-US", "link-empty", null, "Line 1: The link does not work. [broken]()"],
])("broken link in %s with code %s and URL %s is shown as %s", (locale, code, url, expected) => {
	const links = <BrokenLinks broken={[{ line: null, code, url, detail: "[broken]()" }]} />;
	renderPage(links, { path: withLocale("/", locale) });
	const item = screen.getByRole("listitem");
	expect(item.textContent).toBe(expected);
	expect(item.querySelector("code")?.textContent ?? null).toBe(url);
});

test("analyst can read answers but not change them", async () => {
	serve({
		"GET /me": () => Response.json({ ...me, permissions: ["feedback"] }),
		[`GET ${base}/answers`]: () => Response.json([answer]),
	});
	open(`${base}/answers`);
	await screen.findByText(answer.patterns[0] ?? "");
	expect(screen.queryByRole("link", { name: text("newAnswer") })).toBeNull();
	expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
});

test("new answer is prefilled with the questions of the gap", async () => {
	answers({
		[`GET ${base}/answers`]: () => Response.json([]),
		[`POST ${base}/answers`]: () => wrong("answer", "too-long"),
	});
	open(`${base}/answers/new?locale=zh&patterns=${encodeURIComponent("怎么退款\n订单如何退款")}`);
	const field = await screen.findByLabelText(text("answer"));
	fireEvent.change(field, { target: { value: "请联系店家。" } });
	await type(text("expires"), "2027-01-31");
	await click(text("saveAnswer"));
	await screen.findByText(text("answer.too-long"));
	const patterns = ["怎么退款", "订单如何退款"];
	expect(bodiesOf(`POST ${base}/answers`)).toEqual([
		{ locale: "zh", patterns, answer: "请联系店家。", expires: "2027-01-31" },
	]);
	// The typed text is restored after a reload.
	cleanup();
	open(`${base}/answers/new?locale=zh&patterns=${encodeURIComponent("怎么退款\n订单如何退款")}`);
	expect(await screen.findByDisplayValue("请联系店家。")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: text("discard") }));
	expect(screen.queryByDisplayValue("请联系店家。")).toBeNull();
});

test("conflict shows the saved answer and a button that keeps the typed text", async () => {
	const theirs = { ...answer, revision: "5", answer: "Call the shop.", updated_by: "bob" };
	let saved = 0;
	answers({
		[`GET ${base}/answers`]: () => Response.json([theirs]),
		[`GET ${base}/answers/a`]: () => Response.json(answer),
		[`PUT ${base}/answers/a`]: () => {
			saved += 1;
			return saved === 1 ? problem(412, "changed", { row: theirs }) : Response.json(theirs);
		},
	});
	open(`${base}/answers/a`);
	fireEvent.change(await screen.findByLabelText(text("answer")), { target: { value: "Write." } });
	await click(text("saveAnswer"));
	expect(await screen.findByText("Call the shop.")).toBeDefined();
	await click(text("keepMine"));
	await click(text("saveAnswer"));
	await screen.findByText(text("answersIntro"));
	const tags = sent.filter(({ what }) => what.startsWith("PUT")).map(({ headers }) => headers.get("if-match"));
	expect(tags).toEqual(['"4"', '"5"']);
	expect(bodiesOf(`PUT ${base}/answers/a`)[1]).toMatchObject({ answer: "Write." });
});

test("test bench shows terms, sections, and scores of an answer", async () => {
	const reply: BenchReply = {
		state: "closest",
		kind: "how",
		topic: 0.734,
		terms: [
			{ word: "refund", share: 0.8, is_known: false },
			{ word: "order", share: 0.2, is_known: true },
		],
		sections: [{ url: "/index/en/docs/a#b", title: "A", heading: "B", locale: "en-US", score: 1.234, is_quoted: true }],
		curated: { id: "a", similarity: 0.5, threshold: 0.85 },
		reply: {
			id: "x",
			state: "closest",
			locale: "en-US",
			answer: "",
			citations: [],
			follow_ups: [],
			approved: null,
			handover: null,
		},
	};
	answers({ [`POST ${base}/bench`]: () => Response.json(reply) });
	open(`${base}/bench?q=refund+order&locale=en`);
	expect(await screen.findByText("73%")).toBeDefined();
	expect(screen.getByText(text("kind.how"))).toBeDefined();
	expect(screen.getByText("refund 80% (not on this site); order 20%")).toBeDefined();
	expect(screen.getByText(text("benchCuratedNear", { similarity: "0.50", threshold: "0.85" }))).toBeDefined();
	const cells = within(screen.getByRole("table"))
		.getAllByRole("cell")
		.map((cell) => cell.textContent);
	expect(cells).toEqual(["1.23", "A › B", "English", "Yes"]);
	expect(bodiesOf(`POST ${base}/bench`)).toEqual([{ question: "refund order", locale: "en", page: null }]);
});

test("answer quality is shown as a chart, text, and a table", async () => {
	const recorded = (id: string, share: number): RecordedEvaluation => ({
		id,
		recorded_at: 0,
		version: "1.0.0",
		metrics: {
			languages: (["zh-CN", "en-US"] as const).map((locale) => ({
				locale,
				count: 75,
				section_at_1: share / 2,
				section_at_5: share,
				page_at_5: 1,
				cited: share,
			})),
			auroc: 0.98,
			refused: 0.9,
			verbatim: 1,
			answered: 0.8,
			answered_removed: 0.1,
			answered_off_topic: 0,
		},
	});
	answers({
		[`GET ${base}/evaluations`]: () => Response.json([recorded("new", 0.9), recorded("old", 0.8)]),
		[`GET ${base}/feedback`]: () => Response.json([]),
	});
	open(`${base}/quality`);
	const line = text("qualityLine", { language: "English", first: "80%", last: "90%" });
	expect(await screen.findByText(line)).toBeDefined();
	const chart = screen.getByRole("img");
	expect(chart.getAttribute("aria-label")).toContain(line);
	expect(chart.querySelector("polyline")?.getAttribute("points")).toBe("0,20 100,10");
	expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(5);
});

test("quality page without evaluations or feedback shows both notices", async () => {
	answers({
		[`GET ${base}/evaluations`]: () => Response.json([]),
		[`GET ${base}/feedback`]: () => Response.json([]),
	});
	open(`${base}/quality`);
	expect(await screen.findByText(text("qualityNone"))).toBeDefined();
	expect(screen.getByText(text("feedbackNone"))).toBeDefined();
	const command = "pailou eval --assistant FILE --record";
	expect(screen.getByText(command).tagName).toBe("CODE");
	expect(screen.getByText(command).parentElement?.textContent).toBe(text("qualityIntro", { command }));
	expect(screen.queryByRole("table")).toBeNull();
});

test("quality page shows the share of helpful answers", async () => {
	const counts: FeedbackCount[] = [{ locale: "zh-CN", state: "closest", helpful: 3, unhelpful: 1 }];
	answers({
		[`GET ${base}/evaluations`]: () => Response.json([]),
		[`GET ${base}/feedback`]: () => Response.json(counts),
	});
	open(`${base}/quality`);
	const row = (await screen.findByRole("rowheader")).closest("tr");
	const cells = [...(row?.cells ?? [])].map(({ textContent }) => textContent);
	expect(cells).toEqual(["Chinese", text("state.closest"), "3", "1", "75%"]);
});
