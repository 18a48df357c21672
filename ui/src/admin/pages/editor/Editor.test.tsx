import enMessages from "@messages/en/pages.json";
import { setToken } from "@pailou/core";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mediaText } from "@/admin/media/mediaText";
import { mediaFile } from "@/admin/media/testing";
import { preferPlainEditor } from "@/admin/pages/editor/testing";
import { listed, segment, writtenPage, writtenText } from "@/admin/pages/testing";
import { open, problem, sent, serve, user, wrong } from "@/admin/testing";
import type { DraftSegment, WrittenPage } from "@/shared/http/types";
import { chooseLocale } from "@/shared/i18n/locale";
import { expire } from "@/shared/login/session";

const preview = {
	title: "开始",
	blocks: [
		{ line: 1, html: "<h2>开始</h2>" },
		{ line: 3, html: "<p>第一段</p>" },
	],
	headings: [{ level: 2, text: "开始", line: 1 }],
	issues: [{ severity: "warning", line: 3, code: "cjk-space", detail: "remove the space in `第 一`", fix: "第一段。" }],
	words: { han: 5, words: 0 },
};

const answers = {
	"GET /admin/pages/p1": () => Response.json(written()),
	"POST /admin/pages/p1/presence": () => Response.json([{ name: "bob", locale: "zh-CN", at: 0 }]),
	"POST /admin/pages/p1/zh/preview": () => Response.json(preview),
	"POST /admin/pages/p1/en/preview": () => Response.json({ ...preview, issues: [], headings: [] }),
	"PUT /admin/pages/p1/zh/draft": () => saved("zh-2"),
};

preferPlainEditor();

function written() {
	const zh = [segment("z1", 1, 2, { counterparts: ["e1"] }), segment("z2", 3, 4, { state: "outdated" })];
	const en = [segment("e1", 1, 2, { counterparts: ["z1"] })];
	return writtenPage({
		zh: writtenText("zh-CN", "## 开始\n\n第 一段。\n", { segments: zh }),
		en: writtenText("en-US", "## Start\n\nFirst.\n", { segments: en }),
	});
}

function saved(revision: string) {
	return Response.json({ revision, changed: true, updated_at: 0, segments: written().zh?.segments });
}

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
const type = async (name: string, value: string) => {
	const input = await field(name);
	input.value = value;
	act(() => void input.dispatchEvent(new Event("input")));
};
const pane = (name: string) => within(screen.getByRole("region", { name }));
const puts = () => sent.filter(({ what }) => what.startsWith("PUT"));

test("editor shows both languages, other users, word count, outline, and preview", async () => {
	serve(answers);
	open("/admin/pages/p1?locale=zh");
	expect(await screen.findByRole("heading", { level: 1, name: "开始" })).toBeTruthy();
	expect((await field("Chinese version")).value).toBe("## 开始\n\n第 一段。\n");
	expect((await field("English version")).lang).toBe("en-US");
	expect(await screen.findByText("bob is also editing the Chinese version.")).toBeTruthy();
	expect(await pane("Chinese version").findByText("5 Chinese characters")).toBeTruthy();
	// The window is wide enough to show the preview next to the pane of the text.
	fireEvent.click(screen.getByRole("button", { name: "Preview" }));
	expect(within(screen.getByRole("region", { name: "Preview in Chinese" })).getByText("第一段")).toBeTruthy();
	expect(pane("Chinese version").getByRole("button", { name: "开始", hidden: true })).toBeTruthy();
});

const effects = `${enMessages.publishFromGit} ${enMessages.moveInGit}`;
const ofSource = (source: string | null, state: "published" | "trash" = "published") => ({
	zh: writtenText("zh-CN", "", { listed: listed("zh-CN", { source, state }) }),
	en: writtenText("en-US", "", { listed: listed("en-US", { source: "docs" }) }),
});

test.each<[texts: Partial<WrittenPage>, expected: string]>([
	[ofSource("docs"), `This page comes from the Git source docs. ${effects}`],
	[{ ...ofSource(null), zh: null }, `This page comes from the Git source docs. ${effects}`],
	[ofSource(null, "trash"), `This page comes from the Git source docs. ${effects}`],
	[ofSource(null), `The English version comes from the Git source docs. ${effects}`],
	[
		ofSource("web"),
		`The Chinese version comes from the Git source web. The English version comes from the Git source docs. ${effects}`,
	],
])("page from Git shows its sources and has no move or trash button", async (texts, expected) => {
	serve({ ...answers, "GET /admin/pages/p1": () => Response.json(writtenPage(texts)) });
	open("/admin/pages/p1?locale=en");
	expect(await screen.findByText(expected)).toBeTruthy();
	expect(screen.queryByRole("button", { name: enMessages.move })).toBeNull();
	expect(screen.queryByRole("button", { name: enMessages["bulk.trash"] })).toBeNull();
});

test("page that does not come from Git has no note about Git", async () => {
	serve(answers);
	open("/admin/pages/p1");
	await field("Chinese version");
	expect(screen.queryByText(/Git/)).toBeNull();
	expect(screen.getByRole("button", { name: enMessages.move })).toBeTruthy();
	expect(screen.getByRole("button", { name: enMessages["bulk.trash"] })).toBeTruthy();
});

test("autosave request sends the loaded revision", async () => {
	serve(answers);
	open("/admin/pages/p1");
	await type("Chinese version", "## 开始\n\n改过。\n");
	expect(pane("Chinese version").getByText("Not saved yet")).toBeTruthy();
	await waitFor(() => expect(pane("Chinese version").getByText("Saved")).toBeTruthy());
	expect(puts().map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([
		[{ text: "## 开始\n\n改过。\n" }, '"zh-1"'],
	]);
});

test("publish button is primary only if there is something to publish", async () => {
	serve(answers);
	open("/admin/pages/p1");
	await field("Chinese version");
	const kind = () => pane("Chinese version").getByRole("button", { name: enMessages.publish }).dataset.kind;
	expect(kind()).toBeUndefined();
	await type("Chinese version", "## 开始\n\n改过。\n");
	expect(kind()).toBe("primary");
	await waitFor(() => expect(pane("Chinese version").getByText("Saved")).toBeTruthy());
	expect(kind()).toBe("primary");
});

test("discard button is shown only if there is a draft", async () => {
	serve(answers);
	open("/admin/pages/p1");
	await field("Chinese version");
	const discard = () =>
		pane("Chinese version").queryByRole("button", { name: "Discard unpublished changes", hidden: true });
	expect(discard()).toBeNull();
	await type("Chinese version", "## 开始\n\n改过。\n");
	expect(discard()).toBeTruthy();
	await waitFor(() => expect(pane("Chinese version").getByText("Saved")).toBeTruthy());
	expect(discard()).toBeTruthy();
});

test.each([
	[written(), "Line 1 · Up to date with the other language"],
	[{ ...written(), zh: null }, "Line 1"],
])("state of a segment is shown only if the other language exists", async (response, expected) => {
	serve({ ...answers, "GET /admin/pages/p1": () => Response.json(response) });
	open("/admin/pages/p1?locale=en");
	const text = await field("English version");
	for (const at of [text.value.length, 0]) {
		text.setSelectionRange(at, at);
		fireEvent.keyUp(text, { key: "Home" });
	}
	expect(await pane("English version").findByText(expected)).toBeTruthy();
});

test("acknowledgement request sends the displayed revisions", async () => {
	const page = written();
	const outdated = segment("z2", 3, 4, { state: "outdated", may_acknowledge: true });
	const correct = segment("z2", 3, 4, { acknowledged: { by: "amy", at: 0 } });
	const zh = (last: DraftSegment) => page.zh && { ...page.zh, segments: [...page.zh.segments.slice(0, 1), last] };
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json({ ...page, zh: zh(outdated) }),
		"POST /admin/pages/p1/zh/acknowledgements": () => Response.json({ ...page, zh: zh(correct) }),
	});
	open("/admin/pages/p1?locale=zh");
	const text = await field("Chinese version");
	for (const at of [0, text.value.indexOf("第")]) {
		text.setSelectionRange(at, at);
		fireEvent.keyUp(text, { key: "ArrowDown" });
	}
	fireEvent.click(await pane("Chinese version").findByRole("button", { name: "Mark as still correct" }));
	expect(await pane("Chinese version").findByText(/Marked as still correct by amy on/)).toBeTruthy();
	const posted = sent.find(({ what }) => what.endsWith("/acknowledgements"));
	expect([posted?.body, posted?.headers.get("if-match")]).toEqual([{ segments: ["z2"], other: "en-1" }, '"zh-1"']);
	expect(screen.getByText("Marked as still correct: up to date.")).toBeTruthy();
});

test("buttons acknowledge all outdated segments of a section or page; Undo removes the acknowledgements", async () => {
	const page = written();
	const heading = segment("z1", 1, 2, { kind: "heading-2", section: "a" });
	const at = (id: string, section: string) =>
		segment(id, 3, 4, { state: "outdated", may_acknowledge: true, section, counterparts: ["e2"] });
	const correct = { ...at("z2", "a"), state: "up_to_date" as const, may_acknowledge: false };
	const acknowledged = { ...correct, acknowledged: { by: "amy", at: 0 } };
	const last = [segment("z4", 5, 5, { kind: "heading-2", section: "b" }), at("z5", "b")];
	const zh = (second: DraftSegment) =>
		page.zh && { ...page.zh, segments: [heading, second, { ...second, id: "z3" }, ...last] };
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json({ ...page, zh: zh(at("z2", "a")) }),
		"POST /admin/pages/p1/zh/acknowledgements": () => Response.json({ ...page, zh: zh(acknowledged) }),
		"POST /admin/pages/p1/zh/acknowledgements/undo": () => Response.json({ ...page, zh: zh(at("z2", "a")) }),
	});
	open("/admin/pages/p1?locale=zh");
	const text = await field("Chinese version");
	for (const at of [0, text.value.indexOf("第")]) {
		text.setSelectionRange(at, at);
		fireEvent.keyUp(text, { key: "ArrowDown" });
	}
	const chinesePane = pane("Chinese version");
	fireEvent.click(await chinesePane.findByRole("button", { name: "Mark section as still correct (2)" }));
	fireEvent.click(await chinesePane.findByRole("button", { name: "Undo all 2" }));
	await screen.findByText("Undone. 2 segments are outdated again.");
	fireEvent.click(await chinesePane.findByRole("button", { name: "Mark section as still correct (2)" }));
	fireEvent.click(await chinesePane.findByRole("button", { name: "Undo" }));
	await screen.findByText("Undone. The segment is outdated again.");
	expect(chinesePane.queryByRole("button", { name: "Undo all 2" })).toBeNull();
	fireEvent.click(await chinesePane.findByRole("button", { name: "Mark page as still correct (3)" }));
	await chinesePane.findByText(/Marked as still correct by amy on/);
	const posted = sent.filter(({ what }) => what.includes("/acknowledgements"));
	expect(posted.map(({ what, body }) => [what, body])).toEqual([
		["POST /admin/pages/p1/zh/acknowledgements", { section: "a", other: "en-1" }],
		["POST /admin/pages/p1/zh/acknowledgements/undo", { segments: ["z2", "z3"], other: "en-1" }],
		["POST /admin/pages/p1/zh/acknowledgements", { section: "a", other: "en-1" }],
		["POST /admin/pages/p1/zh/acknowledgements/undo", { segments: ["z2"], other: "en-1" }],
		["POST /admin/pages/p1/zh/acknowledgements", { page: true, other: "en-1" }],
	]);
});

test("untranslated copy can be marked as intentional; the publish dialog lists unmarked copies", async () => {
	const page = written();
	const copied = segment("z2", 3, 4, { state: "copied" });
	const keptCopy = segment("z2", 3, 4, { kept: { by: "amy", at: 0 } });
	const zh = (last: DraftSegment) => page.zh && { ...page.zh, segments: [...page.zh.segments.slice(0, 1), last] };
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json({ ...page, zh: zh(copied) }),
		"PUT /admin/pages/p1/zh/intentional-copies": () =>
			Response.json({ ...page, zh: zh(puts().length === 1 ? keptCopy : copied) }),
		"GET /admin/pages/p1/zh/changes": () =>
			Response.json({ revision: "zh-1", segments: [], front_matter: false, issues: [] }),
	});
	open("/admin/pages/p1?locale=zh");
	const text = await field("Chinese version");
	for (const at of [0, text.value.indexOf("第")]) {
		text.setSelectionRange(at, at);
		fireEvent.keyUp(text, { key: "ArrowDown" });
	}
	expect(await pane("Chinese version").findByText("Line 3 · Untranslated copy")).toBeTruthy();
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Keep as is" }));
	expect(await pane("Chinese version").findByText(/Kept as is by amy on/)).toBeTruthy();
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Undo" }));
	expect(await pane("Chinese version").findByRole("button", { name: "Keep as is" })).toBeTruthy();
	expect(puts().map(({ body }) => body)).toEqual([
		{ segments: ["z2"], other: "en-1" },
		{ segments: [], other: "en-1" },
	]);
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Publish…" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	expect(await dialog.findByText(/One segment of the Chinese version is an untranslated copy/)).toBeTruthy();
	expect(dialog.getByRole("button", { name: "Line 3", hidden: true })).toBeTruthy();
});

test("page that was moved to the trash can be restored from the page list", async () => {
	serve({
		...answers,
		"DELETE /admin/pages/p1": () => new Response(null, { status: 204 }),
		"GET /admin/pages": () => Response.json([], { headers: { "x-total-count": "0", "x-total-sum": "0" } }),
		"POST /admin/pages/p1/restore": () => Response.json(written()),
	});
	open("/admin/pages/p1");
	await field("Chinese version");
	const trash = { name: "Move to trash" };
	fireEvent.click(screen.getByRole("button", trash));
	fireEvent.click(within(screen.getByRole("group", trash)).getByRole("button", trash));
	fireEvent.click(await screen.findByRole("button", { name: "Undo (restore from trash)" }));
	await waitFor(() => expect(sent.map(({ what }) => what)).toContain("POST /admin/pages/p1/restore"));
});

/** Returns the page with both languages in the trash. */
function trashedPage() {
	const { zh, en, ...page } = written();
	const trashed = { may_edit: false, listed: listed("zh-CN", { state: "trash" }) };
	return writtenPage({ ...page, zh: zh && { ...zh, ...trashed }, en: en && { ...en, ...trashed } });
}

/** Returns a handler that sends these responses one after the other, and then repeats the last response. */
function inTurn<T>(...all: T[]): () => Response {
	return () => Response.json(all.length > 1 ? all.shift() : all[0]);
}

test("page in the trash is read-only until restored", async () => {
	serve({
		...answers,
		"GET /admin/pages/p1": inTurn(trashedPage(), written()),
		"POST /admin/pages/p1/restore": () => Response.json(written()),
	});
	open("/admin/pages/p1");
	expect((await field("Chinese version")).readOnly).toBe(true);
	expect(screen.getByText(/This page is in the trash/)).toBeTruthy();
	const actions = () =>
		["Publish…", "Move…", "Source language", "Move to trash", "Bold"].filter(
			(name) => screen.queryAllByRole("button", { name }).length > 0,
		);
	expect([actions(), screen.queryAllByText("More")]).toEqual([[], []]);
	fireEvent.keyDown(await field("Chinese version"), { key: "Enter", ctrlKey: true });
	expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
	fireEvent.click(screen.getByRole("button", { name: "Restore" }));
	expect(await screen.findByText("Restored from the trash.")).toBeTruthy();
	expect(screen.queryByText(/This page is in the trash/)).toBeNull();
	expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
	// An editable field has replaced the read-only field.
	await waitFor(async () => expect((await field("Chinese version")).readOnly).toBe(false));
	expect(actions()).toHaveLength(5);
	await type("Chinese version", "## 开始\n\n改过。\n");
	await waitFor(() => expect(pane("Chinese version").getByText("Saved")).toBeTruthy());
	expect(puts().map(({ body }) => body)).toEqual([{ text: "## 开始\n\n改过。\n" }]);
});

test("closing a page ends the presence of the user", async () => {
	serve({ ...answers, "DELETE /admin/pages/p1/presence": () => new Response(null, { status: 204 }) });
	open("/admin/pages/p1");
	await field("Chinese version");
	const ends = () => sent.filter(({ what }) => what === "DELETE /admin/pages/p1/presence").length;
	window.dispatchEvent(new Event("pagehide"));
	await waitFor(() => expect(ends()).toBe(1));
	cleanup();
	await waitFor(() => expect(ends()).toBe(2));
});

test("one language in the trash can be restored", async () => {
	const { zh, ...page } = written();
	const trashed = zh && { ...zh, may_edit: false, listed: listed("zh-CN", { state: "trash" }) };
	serve({
		...answers,
		"GET /admin/pages/p1": inTurn(writtenPage({ ...page, zh: trashed }), written()),
		"POST /admin/pages/p1/restore": () => Response.json(written()),
	});
	open("/admin/pages/p1");
	expect(await screen.findByText(/The Chinese version is in the trash/)).toBeTruthy();
	expect((await field("Chinese version")).readOnly).toBe(true);
	expect((await field("English version")).readOnly).toBe(false);
	fireEvent.click(screen.getByRole("button", { name: "Restore" }));
	expect(await screen.findByText("Restored from the trash.")).toBeTruthy();
	expect(screen.queryByText(/version is in the trash/)).toBeNull();
	await waitFor(async () => expect((await field("Chinese version")).readOnly).toBe(false));
});

test("page in the trash has no button for a new language, and no Restore button without permission", async () => {
	serve({
		...answers,
		"GET /me": () => Response.json({ ...user, permissions: ["pages-read", "translations-edit"] }),
		"GET /admin/pages/p1": () => Response.json({ ...trashedPage(), en: null }),
	});
	open("/admin/pages/p1");
	expect(await screen.findByText(/This page is in the trash/)).toBeTruthy();
	expect(screen.getByText("No English version")).toBeTruthy();
	expect(screen.queryByRole("button", { name: /Start the|Restore/ })).toBeNull();
});

test("restoring a page whose path another page uses shows an error", async () => {
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json(trashedPage()),
		"POST /admin/pages/p1/restore": () => wrong("path", "taken"),
	});
	open("/admin/pages/p1");
	fireEvent.click(await screen.findByRole("button", { name: "Restore" }));
	expect(await screen.findByText(/Another page already uses this path/)).toBeTruthy();
});

test("text rejected while its page is in the trash is saved after the restore", async () => {
	const replies = [problem(404, "not-found"), saved("zh-2")];
	// The page is not requested a third time, because the response to the restore request contains the page.
	const pages = [written(), trashedPage()].map((page) => Response.json(page));
	serve({
		...answers,
		"GET /admin/pages/p1": () => pages.shift() ?? problem(500, "internal"),
		"PUT /admin/pages/p1/zh/draft": () => replies.shift() ?? problem(500, "internal"),
		"POST /admin/pages/p1/restore": () => Response.json(written()),
	});
	open("/admin/pages/p1");
	await type("Chinese version", "typed\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	const chinese = pane("Chinese version");
	const back = await screen.findByRole("button", { name: "Restore" });
	expect(chinese.getByText(/This text, or its page, was moved to the trash or deleted permanently/)).toBeTruthy();
	expect(chinese.queryByText(/not be saved until you edit them/)).toBeNull();
	fireEvent.click(back);
	await waitFor(() => expect(chinese.getByText("Saved")).toBeTruthy());
	expect((await field("Chinese version")).value).toBe("typed\n");
	expect(puts().map(({ body }) => body)).toEqual([{ text: "typed\n" }, { text: "typed\n" }]);
});

test("publish dialog that closed because the page is in the trash stays closed after the restore", async () => {
	serve({
		...answers,
		"GET /admin/pages/p1": inTurn(written(), trashedPage(), written()),
		"GET /admin/pages/p1/zh/changes": () =>
			Response.json({ revision: "zh-1", segments: [], front_matter: true, issues: [] }),
		"PUT /admin/pages/p1/zh/draft": () => problem(404, "not-found"),
		"POST /admin/pages/p1/restore": () => Response.json(written()),
	});
	open("/admin/pages/p1");
	await field("Chinese version");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Publish…" }));
	const dialog = () => screen.queryByRole("dialog", { hidden: true });
	await waitFor(() => expect(dialog()).toBeTruthy());
	await type("Chinese version", "typed\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	const back = await screen.findByRole("button", { name: "Restore" });
	expect(dialog()).toBeNull();
	fireEvent.click(back);
	expect(await screen.findByText("Restored from the trash.")).toBeTruthy();
	expect(dialog()).toBeNull();
});

test("text moved to the trash during editing shows a message", async () => {
	const zh = trashedPage().zh;
	serve({
		...answers,
		"GET /admin/pages/p1": inTurn(written(), { ...written(), zh }),
		"PUT /admin/pages/p1/zh/draft": () => problem(404, "not-found"),
	});
	open("/admin/pages/p1");
	await type("Chinese version", "typed\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	const chinese = pane("Chinese version");
	expect(await chinese.findByText(/This text is in the trash/)).toBeTruthy();
	expect(screen.queryByText(/Restored from the trash|This page is in the trash/)).toBeNull();
	expect(pane("English version").queryByText(/This text is in the trash/)).toBeNull();
});

test("title changed by publishing is shown without a reload", async () => {
	const renamed = writtenText("zh-CN", "# 新\n", { listed: listed("zh-CN", { title: "新的标题" }) });
	const people = [Response.json(user)];
	document.title = "开始 · 牌楼";
	serve({
		...answers,
		"GET /me": () => people.shift() ?? problem(500, "internal"),
		"GET /admin/pages/p1": inTurn(written(), writtenPage({ zh: renamed })),
		"GET /admin/pages/p1/zh/changes": () =>
			Response.json({ revision: "zh-1", segments: [], front_matter: true, issues: [] }),
		"POST /admin/pages/p1/zh/publish": () => Response.json({ url: "", revision: "zh-8", publish_at: null }),
	});
	open("/admin/pages/p1?locale=zh");
	expect(await screen.findByRole("heading", { level: 1, name: "开始" })).toBeTruthy();
	await field("Chinese version");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Publish…" }));
	fireEvent.click(await screen.findByRole("button", { name: "Publish now", hidden: true }));
	expect(await screen.findByRole("heading", { level: 1, name: "新的标题" })).toBeTruthy();
	expect(document.title).toBe("新的标题 · 牌楼");
	expect(screen.getByText("Published. Readers can see it now.")).toBeTruthy();
});

test.each(["zh", "en"] as const)("scheduled text is shown as published when it is due: %s", async (at) => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	const locale = at === "zh" ? "zh-CN" : "en-US";
	const scheduled = () => listed(locale, { publish_at: Date.now() + 60_000 });
	const waiting = writtenPage({ [at]: writtenText(locale, "# 开始\n", { listed: scheduled() }) });
	// The server publishes some time after the scheduled time.
	serve({ ...answers, "GET /admin/pages/p1": inTurn(waiting, waiting, written()) });
	open("/admin/pages/p1");
	await screen.findByText(/Scheduled for/);
	await act(() => vi.advanceTimersByTimeAsync(59_000));
	const requestCount = () => sent.filter(({ what }) => what === "GET /admin/pages/p1").length;
	expect([requestCount(), screen.queryByText(/Scheduled for/)]).toEqual([1, expect.anything()]);
	await act(() => vi.advanceTimersByTimeAsync(60_000));
	expect([requestCount(), screen.queryByText(/Scheduled for/)]).toEqual([3, null]);
});

test("publishing an empty text shows a warning", async () => {
	const changes = { revision: "zh-1", front_matter: false, segments: [], issues: [] };
	serve({ ...answers, "GET /admin/pages/p1/zh/changes": () => Response.json(changes) });
	open("/admin/pages/p1");
	await field("Chinese version");
	const chinese = pane("Chinese version");
	fireEvent.click(chinese.getByRole("button", { name: "Publish…" }));
	await screen.findByText("No segments differ from the published version.");
	expect(screen.queryByText(/a blank page/)).toBeNull();
	fireEvent.click(screen.getByRole("button", { name: "Close" }));
	await type("Chinese version", "---\ntitle: 开始\n---\n\n");
	fireEvent.click(chinese.getByRole("button", { name: "Publish…" }));
	expect(await screen.findByText(/a blank page/)).toBeTruthy();
});

test("issue is fixed with one click, and the fix is saved", async () => {
	serve(answers);
	open("/admin/pages/p1");
	const chinese = await field("Chinese version");
	fireEvent.click(await screen.findByRole("button", { name: "Fix line 3", hidden: true }));
	expect(chinese.value).toBe("## 开始\n\n第一段。\n");
	fireEvent.keyDown(chinese, { key: "s", ctrlKey: true });
	await waitFor(() => expect(puts()).toHaveLength(1));
});

test("all issues are fixed with one click", async () => {
	const text = "用R\n\n第 一段。\n";
	const zh = writtenText("zh-CN", text, { segments: [] });
	const apart = { severity: "warning", line: 1, code: "link-empty", detail: "[a]()", fix: "用 R" };
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json(writtenPage({ zh })),
		"POST /admin/pages/p1/zh/preview": () => Response.json({ ...preview, issues: [apart, ...preview.issues] }),
	});
	open("/admin/pages/p1");
	const chinese = await field("Chinese version");
	expect((await screen.findByText("[a]()")).tagName).toBe("CODE");
	fireEvent.click(screen.getByRole("button", { name: "Fix all 2", hidden: true }));
	expect(chinese.value).toBe("用 R\n\n第一段。\n");
});

test("link from a block to the front page saves the text first", async () => {
	serve({ ...answers, "GET /admin/pages/p1": () => Response.json({ ...written(), area: "landing", key: "为何" }) });
	const router = open("/admin/pages/p1");
	await type("Chinese version", "## 开始\n\n改过。\n");
	fireEvent.click(screen.getByRole("link", { name: "View on the front page" }));
	await waitFor(() => expect(router.state.location.pathname).toBe("/admin/landing"));
	expect(decodeURIComponent(router.state.location.hash)).toBe("#为何");
	expect(puts()).toHaveLength(1);
});

test("text typed in an expired session is sent after the login", async () => {
	const replies = [problem(401, "unauthorized"), saved("zh-2")];
	serve({ ...answers, "PUT /admin/pages/p1/zh/draft": () => replies.shift() ?? problem(500, "internal") });
	open("/admin/pages/p1");
	await type("Chinese version", "typed\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	expect(await screen.findByText("Not saved: your session has expired")).toBeTruthy();
	act(expire);
	expect((await field("Chinese version")).value).toBe("typed\n");
	act(() => setToken("new"));
	await waitFor(() => expect(puts()).toHaveLength(2));
	expect(await pane("Chinese version").findByText("Saved")).toBeTruthy();
	expect((await field("Chinese version")).value).toBe("typed\n");
});

test("text of one user is not saved under another account", async () => {
	let name = "ann";
	const replies = [problem(401, "unauthorized")];
	serve({
		...answers,
		"GET /me": () => Response.json({ ...user, id: name, name }),
		"PUT /admin/pages/p1/zh/draft": () => replies.shift() ?? saved("zh-2"),
	});
	open("/admin/pages/p1");
	await type("Chinese version", "of ann\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	await screen.findByText("Not saved: your session has expired");
	act(expire);
	name = "ben";
	act(() => setToken("of ben"));
	expect(await screen.findByText(/ann has unsaved changes on this page/)).toBeTruthy();
	expect((await field("Chinese version")).value).toBe("## 开始\n\n第 一段。\n");
	expect(screen.queryByRole("button", { name: "Restore unsaved text" })).toBeNull();
	await type("Chinese version", "of ben\n");
	await waitFor(() => expect(pane("Chinese version").getByText("Saved")).toBeTruthy());
	expect(puts().map(({ body }) => body)).toEqual([{ text: "of ann\n" }, { text: "of ben\n" }]);
	name = "ann";
	act(() => setToken("of ann again"));
	fireEvent.click(await screen.findByRole("button", { name: "Restore unsaved text" }));
	expect((await field("Chinese version")).value).toBe("of ann\n");
});

test("user with both languages open is listed once", async () => {
	const opened = [
		{ name: "bob", locale: "zh-CN", at: 0 },
		{ name: "bob", locale: "en-US", at: 0 },
		{ name: "rita", locale: "en-US", at: 0 },
	];
	serve({ ...answers, "POST /admin/pages/p1/presence": () => Response.json(opened) });
	open("/admin/pages/p1");
	const expected = "bob is also editing both language versions. rita is also editing the English version.";
	expect(await screen.findByText(expected)).toBeTruthy();
});

test("moving a page to its own path is rejected", async () => {
	serve(answers);
	open("/admin/pages/p1");
	fireEvent.click(await screen.findByRole("button", { name: "Move…" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	expect(dialog.getByLabelText<HTMLInputElement>("Path").value).toBe("guide/start");
	fireEvent.click(dialog.getByRole("button", { name: "Move the page", hidden: true }));
	expect(await screen.findByText(/The page already has this path/)).toBeTruthy();
	fireEvent.change(dialog.getByLabelText("Path"), { target: { value: " guide / start " } });
	fireEvent.click(dialog.getByRole("button", { name: "Move the page", hidden: true }));
	expect(await screen.findByText(/The page already has this path/)).toBeTruthy();
	expect(sent.filter(({ what }) => what.includes("move"))).toEqual([]);
});

test("inserting an image without alt text prompts for alt text", async () => {
	const file = mediaFile({ alt_text: { ...mediaFile().alt_text, "zh-CN": "", decorative: false } });
	serve({ ...answers, "GET /admin/media": () => Response.json([file], { headers: { "x-total-count": "1" } }) });
	open("/admin/pages/p1");
	const chinese = await field("Chinese version");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Image", hidden: true }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	fireEvent.click(await dialog.findByRole("button", { name: new RegExp(file.path), hidden: true }));
	await waitFor(() => expect(chinese.value).toContain("![]("));
	const input = pane("Chinese version").getByLabelText(new RegExp(file.path));
	fireEvent.change(input, { target: { value: "一扇门" } });
	fireEvent.submit(input);
	expect(chinese.value).toContain("![一扇门](");
});

test.each([
	["en-US", "Chinese version", "<image href>, <script>", "Dismiss a.svg"],
	["zh-CN", "中文版", "<image href>、<script>", "关闭 a.svg"],
] as const)("elements removed from a pasted SVG are listed: %s", async (locale, name, removed, dismiss) => {
	const file = mediaFile({ path: "uploads/a.svg", alt_text: { ...mediaFile().alt_text, decorative: true } });
	const upload = { id: "u1", bytes: 3, received: 3, file, removed: ["<image href>", "<script>"] };
	serve({ ...answers, "POST /admin/uploads": () => Response.json(upload, { status: 201 }) });
	chooseLocale(locale);
	open("/admin/pages/p1?locale=zh");
	const files = [new File(["svg"], "a.svg")];
	fireEvent.paste(await field(name), { clipboardData: { types: ["Files"], files } });
	const notice = await screen.findByText(mediaText(locale, "up.doneWithout", { removed }));
	expect(notice.role).toBe("status");
	expect((await field(name)).value).toContain("/uploads/a.svg");
	fireEvent.click(screen.getByRole("button", { name: dismiss }));
	expect(notice.isConnected).toBe(false);
});

test("preview of a front page block does not show the title of the block", async () => {
	const headless = { ...preview, blocks: [{ line: 1, html: "<p>第一段</p>" }], title: "features" };
	const page = { ...written(), area: "landing" };
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json(page),
		"POST /admin/pages/p1/zh/preview": () => Response.json(headless),
	});
	open("/admin/pages/p1");
	fireEvent.click(await screen.findByRole("button", { name: "Preview" }));
	const previewRegion = within(screen.getByRole("region", { name: "Preview in Chinese" }));
	expect(await previewRegion.findByText("第一段")).toBeTruthy();
	expect(previewRegion.queryByText("features")).toBeNull();
});

test("conflict shows the lines of both users, and the chosen line is saved", async () => {
	const current = { revision: "zh-9", front_matter: "", markdown: "## 开始\n\n别人的。\n" };
	const replies = [problem(412, "stale", { current }), saved("zh-10")];
	serve({ ...answers, "PUT /admin/pages/p1/zh/draft": () => replies.shift() ?? problem(500, "internal") });
	open("/admin/pages/p1");
	await type("Chinese version", "## 开始\n\n我的。\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	const lines = within(await screen.findByRole("region", { name: "Their text and yours" }));
	expect([lines.getByText("别人的。").tagName, lines.getByText("我的。").tagName]).toEqual(["DEL", "INS"]);
	fireEvent.click(screen.getByRole("button", { name: "Keep mine" }));
	await waitFor(() => expect(puts()).toHaveLength(2));
	expect(puts().at(-1)?.headers.get("if-match")).toBe('"zh-9"');
	expect(puts().at(-1)?.body).toEqual({ text: "## 开始\n\n我的。\n" });
});

test("unsent text can be restored after a crash", async () => {
	const entry = { text: "## 开始\n\n没有发出的。\n", base: written().zh?.text, revision: "zh-1", at: 0 };
	localStorage.setItem("website_journal/p1/zh/gone", JSON.stringify(entry));
	serve(answers);
	open("/admin/pages/p1");
	expect(await screen.findByText(/has unsaved text for this page from 1970-01-01 00:00 UTC/)).toBeTruthy();
	fireEvent.click(screen.getByRole("button", { name: "Restore unsaved text" }));
	expect((await field("Chinese version")).value).toBe("## 开始\n\n没有发出的。\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	await waitFor(() => expect(puts()).toHaveLength(1));
	await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith("website_journal"))).toEqual([]));
});

test("locally stored text of a read-only page can be copied", async () => {
	const entry = { text: "## 开始\n\n没有发出的。\n", base: written().zh?.text, revision: "zh-1", at: 0 };
	localStorage.setItem("website_journal/p1/zh/gone", JSON.stringify(entry));
	const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
	const zh = writtenText("zh-CN", "## 开始\n", { may_edit: false });
	serve({ ...answers, "GET /admin/pages/p1": () => Response.json({ ...written(), zh }) });
	open("/admin/pages/p1");
	expect(
		await screen.findByText(/You cannot save it here because you do not have permission to change this text/),
	).toBeTruthy();
	expect(screen.queryByRole("button", { name: "Restore unsaved text" })).toBeNull();
	fireEvent.click(screen.getByRole("button", { name: "Copy" }));
	expect(await screen.findByText("Copied.")).toBeTruthy();
	expect(copied).toHaveBeenCalledWith(entry.text);
	expect(Object.keys(localStorage)).toContain("website_journal/p1/zh/gone");
});

test("save without permission shows the reason and keeps the text", async () => {
	serve({ ...answers, "PUT /admin/pages/p1/zh/draft": () => problem(403, "forbidden") });
	open("/admin/pages/p1");
	await type("Chinese version", "typed\n");
	fireEvent.keyDown(await field("Chinese version"), { key: "s", ctrlKey: true });
	expect(await screen.findByText(/Your account does not have permission for this/)).toBeTruthy();
	expect(screen.getByText("Your changes are kept in this browser.")).toBeTruthy();
});

test("scheduled publishing sends the verdicts on the changes", async () => {
	const change = {
		id: "z2",
		kind: "paragraph",
		line: 3,
		pieces: [
			["old", "第 一"],
			["new", "第一"],
			["same", "段。"],
		],
		counterpart: "First.",
		counterpart_changed: false,
		affected: 1,
		suggested: "meaning",
		outdated: false,
		counterpart_outdated: false,
		not_translated: false,
	};
	const other = { ...change, id: "z3", counterpart: "Second.", suggested: "wording" };
	const unaffected = { ...change, id: "z4", counterpart: "", affected: 0, not_translated: true };
	serve({
		...answers,
		"GET /admin/pages/p1/zh/changes": () =>
			Response.json({ revision: "zh-7", segments: [change, other, unaffected], front_matter: true, issues: [] }),
		"POST /admin/pages/p1/zh/publish": () =>
			Response.json({ url: "/index/zh/docs/guide/start", revision: "zh-8", publish_at: Date.UTC(2126, 0, 1) }),
	});
	open("/admin/pages/p1");
	await field("Chinese version");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Publish…" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	const [first] = await dialog.findAllByText("第 一");
	expect(first).toHaveProperty("tagName", "DEL");
	expect(dialog.getByText(/The front matter has changed/)).toBeTruthy();
	const meanings = dialog.getAllByLabelText<HTMLInputElement>("The meaning has changed");
	expect(meanings.map(({ checked }) => checked)).toEqual([true, false]);
	expect(
		dialog.getByText(/^One segment of the English version becomes outdated\. One new segment is not translated in/),
	).toBeTruthy();
	fireEvent.click(dialog.getByRole("button", { name: "The meaning has changed", hidden: true }));
	expect(dialog.getByText(/^2 segments of the English version become outdated\./)).toBeTruthy();
	fireEvent.click(dialog.getByRole("button", { name: "Wording only", hidden: true }));
	expect(dialog.getByText(/^No segment of the English version becomes outdated\./)).toBeTruthy();
	fireEvent.click(dialog.getAllByLabelText("Both versions are updated")[1] ?? document.body);
	fireEvent.click(dialog.getByLabelText("At a scheduled time"));
	fireEvent.change(dialog.getByLabelText(/Day and time/), { target: { value: "2000-01-01T00:00" } });
	expect(dialog.getByText(/This time is in the past/)).toBeTruthy();
	fireEvent.change(dialog.getByLabelText(/Day and time/), { target: { value: "2126-01-01T00:00" } });
	fireEvent.click(dialog.getByRole("button", { name: "Schedule", hidden: true }));
	expect(await screen.findByText("Scheduled for 2126-01-01 00:00 UTC.")).toBeTruthy();
	const [published] = sent.filter(({ what }) => what.endsWith("/publish"));
	expect(published?.headers.get("if-match")).toBe('"zh-7"');
	expect(published?.body).toEqual({
		decisions: [
			{ segment: "z2", verdict: "wording" },
			{ segment: "z3", verdict: "translated" },
		],
		at: new Date(2126, 0, 1).getTime(),
	});
});

test("both languages are published in one request", async () => {
	serve({
		...answers,
		"PUT /admin/pages/p1/en/draft": () =>
			Response.json({ revision: "en-2", changed: true, updated_at: 0, segments: written().en?.segments }),
		"GET /admin/pages/p1/zh/changes": () =>
			Response.json({ revision: "zh-1", segments: [], front_matter: true, issues: [] }),
		"POST /admin/pages/p1/zh/publish": () => Response.json({ url: "", revision: "zh-8", publish_at: null }),
	});
	open("/admin/pages/p1");
	await type("English version", "changed\n");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "Publish…" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	fireEvent.click(await dialog.findByLabelText("Also publish the English draft at the same time"));
	fireEvent.click(dialog.getByRole("button", { name: "Publish now", hidden: true }));
	await screen.findByText("Published. Readers can see it now.");
	expect(sent.find(({ what }) => what.endsWith("/publish"))?.body).toEqual({ decisions: [], other: "en-2" });
});

test("revision is compared and restored as the draft", async () => {
	const revision = {
		number: 1,
		title: "开始",
		author: "ann",
		origin: "site",
		created_at: 0,
		commit: null,
		published: true,
	};
	const unpublished = { ...revision, number: 2, published: false };
	const texts = [written(), writtenPage({ zh: writtenText("zh-CN", "# 旧\n", { revision: "zh-3" }) })];
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json(texts.length > 1 ? texts.shift() : texts[0]),
		"GET /admin/pages/p1/zh/revisions": () =>
			Response.json([unpublished, revision], { headers: { "x-total-count": "2" } }),
		"GET /admin/pages/p1/zh/revisions/1/diff": () =>
			Response.json({
				lines: [{ kind: "new", old: null, new: 1, pieces: [["new", "新的"]], skipped: 0 }],
				added: 1,
				removed: 0,
			}),
		"POST /admin/pages/p1/zh/revisions/1/restore": () => saved("zh-3"),
	});
	open("/admin/pages/p1");
	await field("Chinese version");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "History" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	const published = await dialog.findAllByText(enMessages.revisionPublished);
	expect(published.map((badge) => badge.closest("li")?.textContent)).toEqual([expect.stringContaining("Revision 1")]);
	const compare = dialog.getAllByRole("button", { name: "Compare with draft", hidden: true });
	fireEvent.click(compare[1] as HTMLElement);
	expect((await dialog.findByText("新的")).tagName).toBe("INS");
	fireEvent.click(dialog.getByRole("button", { name: "Restore revision 1", hidden: true }));
	fireEvent.click(dialog.getByRole("button", { name: "Restore", hidden: true }));
	expect(await screen.findByText(/The draft now contains revision 1/)).toBeTruthy();
	expect((await field("Chinese version")).value).toBe("# 旧\n");
});

test("text older than revision 1 is labeled with its Git commit", async () => {
	const commit = "0123456789abcdef0123456789abcdef01234567";
	const created_at = Date.UTC(2026, 10, 2);
	const revision = { number: -1, title: "开始", author: "Ann", origin: "git", created_at, commit, published: false };
	serve({
		...answers,
		"GET /admin/pages/p1/zh/revisions": () => Response.json([revision], { headers: { "x-total-count": "1" } }),
		"POST /admin/pages/p1/zh/revisions/-1/restore": () => saved("zh-3"),
	});
	open("/admin/pages/p1");
	await field("Chinese version");
	fireEvent.click(pane("Chinese version").getByRole("button", { name: "History" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	const name = "Git version of November 2, 2026 (commit 0123456789)";
	expect((await dialog.findByText(name)).tagName).toBe("B");
	expect(dialog.queryByText(/^Revision [-−\d]/)).toBeNull();
	expect(dialog.getByText("from Git")).toBeTruthy();
	fireEvent.click(dialog.getByRole("button", { name: `Restore the ${name}`, hidden: true }));
	fireEvent.click(dialog.getByRole("button", { name: "Restore", hidden: true }));
	expect(await screen.findByText(`The draft now contains the ${name}. Publish it to show it to readers.`)).toBeTruthy();
});

test("missing language can be created; read-only text shows a notice", async () => {
	const alone = writtenPage({ en: null, zh: writtenText("zh-CN", "# 开始\n", { may_edit: false }) });
	const states = [alone, written(), written()];
	serve({
		...answers,
		"GET /me": () => Response.json({ ...user, permissions: ["pages-read", "translations-edit"] }),
		"GET /admin/pages/p1": () => Response.json(states.shift()),
		"POST /admin/pages/p1/en/text": () => Response.json(written(), { status: 201 }),
	});
	open("/admin/pages/p1");
	expect((await field("Chinese version")).readOnly).toBe(true);
	expect(screen.getByText("You can read this text but not change it.")).toBeTruthy();
	expect(pane("Chinese version").queryByText("Saved")).toBeNull();
	const begin = screen.getByRole("button", { name: "Start the English version" });
	expect(begin.dataset.kind).toBeUndefined();
	fireEvent.click(begin);
	expect((await field("English version")).value).toBe("## Start\n\nFirst.\n");
});

test.each([
	[() => saved("zh-2"), true],
	[() => problem(503, "unavailable"), false],
])("new language is created only after the text that it copies is saved", async (save, isBegun) => {
	const states = [{ ...written(), en: null }, written()];
	serve({
		...answers,
		"GET /admin/pages/p1": () => Response.json(states.shift()),
		"PUT /admin/pages/p1/zh/draft": save,
		"POST /admin/pages/p1/en/text": () => Response.json(written(), { status: 201 }),
	});
	open("/admin/pages/p1");
	await type("Chinese version", "typed\n");
	fireEvent.click(screen.getByRole("button", { name: "Start the English version" }));
	if (isBegun) await field("English version");
	else await screen.findByText(/so this version cannot be started/);
	const requests = sent.map(({ what }) => what).filter((what) => /draft|text$/.test(what));
	expect(requests).toEqual(["PUT /admin/pages/p1/zh/draft", ...(isBegun ? ["POST /admin/pages/p1/en/text"] : [])]);
});

test("link dialog inserts a link to another page as a relative file path", async () => {
	const other = writtenPage({ id: "p2", zh: writtenText("zh-CN", "", { file: "zh/other.md" }) });
	const { zh, en, editing, revision, ...listed } = written();
	serve({
		...answers,
		"GET /admin/pages": () =>
			Response.json([{ ...listed, id: "p2", views: 0, zh: { ...zh?.listed, title: "另一页" }, en: null }]),
		"GET /admin/pages/p2": () => Response.json(other),
	});
	open("/admin/pages/p1");
	const chinese = await field("Chinese version");
	chinese.setSelectionRange(0, 0);
	fireEvent.keyDown(chinese, { key: "k", ctrlKey: true });
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	expect(document.activeElement).toBe(dialog.getByLabelText("Page or URL"));
	fireEvent.change(dialog.getByLabelText("Page or URL"), { target: { value: "另" } });
	fireEvent.click(dialog.getByRole("button", { name: "Find", hidden: true }));
	fireEvent.click(await dialog.findByRole("button", { name: /另一页/, hidden: true }));
	await waitFor(() => expect(chinese.value).toContain("[另一页](../other.md)"));
	expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
	expect([document.activeElement, chinese.selectionStart]).toEqual([chinese, "[另一页](../other.md)".length]);
});

test("source language of a page can be changed", async () => {
	serve({ ...answers, "PUT /admin/pages/p1/source": () => Response.json(written()) });
	open("/admin/pages/p1?locale=zh");
	fireEvent.click(await screen.findByRole("button", { name: "Source language" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	fireEvent.change(dialog.getByLabelText("Source language"), { target: { value: "en" } });
	fireEvent.click(dialog.getByRole("button", { name: "Save", hidden: true }));
	expect(await screen.findByText("The source language is now English.")).toBeTruthy();
	expect(puts().map(({ what, body }) => [what, body])).toEqual([["PUT /admin/pages/p1/source", { locale: "en" }]]);
});
