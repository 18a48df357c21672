import { cleanup, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { AcknowledgementList } from "@/localization/Acknowledgements";
import { Contributors } from "@/localization/Contributors";
import { GlossaryList } from "@/localization/GlossaryList";
import { Overview } from "@/localization/Overview";
import { PageList } from "@/localization/PageList";
import { PageSegments } from "@/localization/PageSegments";
import { overview, pageStatus, segmentStatus } from "@/testing/fakeServer";
import { renderPage } from "@/testing/page";

afterEach(cleanup);

const path = "/zh/localization";
const nothing = { days: [], work: [], acknowledged: { total: 0, rows: [] }, people: { total: 0, rows: [] }, terms: 0 };

test("areas with pages link to their page list", () => {
	renderPage(<Overview overview={overview} {...nothing} />, { path });
	const link = within(screen.getByRole("table")).getByRole("link", { name: "文档" });
	expect(link.getAttribute("href")).toBe("/localization?view=pages&locale=zh-CN&area=docs");
	expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
	[null, "趋势数据尚未记录"],
	[0, "1970-01-01 00:00 UTC"],
])("late daily record with the time %s shows an alert", (recorded_at, words) => {
	renderPage(<Overview overview={{ ...overview, late: true, recorded_at }} {...nothing} />, { path });
	expect(screen.getByRole("alert").textContent).toContain(words);
});

test("site without page views shows a note", () => {
	const work = [pageStatus];
	renderPage(<Overview overview={overview} {...nothing} work={work} />, { path });
	expect(screen.getByText(/本站还没有浏览量/)).toBeTruthy();
	expect(screen.getByRole("heading", { level: 3, name: "开始" })).toBeTruthy();
});

test("trend has a chart with a text alternative and a table", () => {
	const sums = { locale: "zh-CN" as const, total: 10, outdated: 5, not_translated: 0, not_aligned: 0 };
	const day = (day: string, up_to_date: number) => ({
		...sums,
		day,
		up_to_date,
		not_reviewed: 0,
		machine_translated: 0,
	});
	const days = [day("2026-11-01", 5), day("2026-11-08", 9)];
	renderPage(<Overview overview={overview} {...nothing} days={days} />, { path });
	expect(screen.getByRole("img", { name: "最新段落所占的比例：中文从 50% 到 90%" })).toBeTruthy();
	expect(screen.getByRole("table", { name: "各周的最新段落" }).textContent).toContain("9 / 10 (90%)");
});

test("filter form has the method GET and the current filters", () => {
	const filters = { locale: "zh-CN", state: "outdated" };
	renderPage(<PageList filters={filters} at={2} total={41} pending={7} pages={[pageStatus]} />, { path });
	const form = screen.getByRole<HTMLFormElement>("search");
	expect(form.method).toBe("get");
	expect([...new FormData(form)].filter(([, value]) => value !== "")).toEqual([
		["view", "pages"],
		["locale", "zh-CN"],
		["state", "outdated"],
	]);
	const next = screen.getByRole("link", { name: "下一页" });
	expect(next.getAttribute("href")).toBe("/localization?view=pages&locale=zh-CN&state=outdated&page=3");
});

test("outdated segment shows the old and the current source", () => {
	renderPage(<PageSegments page={pageStatus} state={undefined} at={1} total={1} segments={[segmentStatus]} />, {
		path,
	});
	const segment = screen.getByRole("article");
	const columns = within(segment).getAllByRole("heading", { level: 4 });
	expect(columns.map((heading) => [heading.textContent, heading.nextElementSibling?.textContent])).toEqual([
		["修改前的原文", "Take the key."],
		["当前原文", "Take the red key."],
		["译文", "拿钥匙。"],
	]);
	expect(within(segment).getByText("始于 2026年1月2日").getAttribute("datetime")).toBe("2026-01-02T00:00:00.000Z");
	expect(screen.getByText(/^自 2026年1月2日 起/)).toBeDefined();
	const link = within(segment).getByRole("link", { name: "在页面中查看第 1 个段落" });
	expect(link.getAttribute("href")).toBe("/zh/docs/start#key");
});

test("status filter omits impossible states", () => {
	renderPage(<PageList filters={{}} at={1} total={0} pending={0} pages={[]} />, { path });
	const states = within(screen.getByLabelText("状态")).getAllByRole("option");
	expect(states.map((option) => option.getAttribute("value"))).toEqual([
		"",
		"pending",
		"not_translated",
		"outdated",
		"not_aligned",
		"up_to_date",
	]);
});

test("untranslated segment shows that there is no translation", () => {
	const segment = {
		...segmentStatus,
		state: "not_translated" as const,
		change: null,
		source_before: null,
		translation: "",
	};
	renderPage(<PageSegments page={pageStatus} state="not_translated" at={1} total={1} segments={[segment]} />, { path });
	expect(screen.getByText("还没有译文")).toBeTruthy();
	expect(screen.queryByText("修改前的原文")).toBeNull();
});

test("empty list shows why the list is empty", () => {
	const check = (list: ReactElement, words: string) => {
		renderPage(list, { path });
		expect(screen.getByText(words)).toBeTruthy();
		cleanup();
	};
	check(<GlossaryList q={undefined} at={1} total={0} terms={[]} />, "还没有术语表。请与页面一起导入术语表。");
	check(<GlossaryList q="x" at={1} total={0} terms={[]} />, "没有符合条件的术语。");
	check(<GlossaryList q={undefined} at={9} total={3} terms={[]} />, "列表没有第 9 页。");
	check(<Contributors at={99} total={3} rows={[]} />, "列表没有第 99 页。");
	check(<PageList filters={{}} at={99} total={41} pending={7} pages={[]} />, "列表没有第 99 页。");
	check(<PageList filters={{}} at={1} total={0} pending={0} pages={[]} />, "没有符合条件的页面，请调整筛选条件。");
	check(<PageSegments page={pageStatus} state={undefined} at={9} total={1} segments={[]} />, "列表没有第 9 页。");
});

test("page past the end of a list links to the last page", () => {
	renderPage(<PageList filters={{ state: "pending" }} at={9999} total={74} pending={7} pages={[]} />, { path });
	const paging = screen.getByRole("navigation", { name: "列表分页" });
	const link = within(paging).getByRole("link", { name: "最后一页（第 4 页）" });
	expect(link.getAttribute("href")).toBe("/localization?view=pages&state=pending&page=4");
	expect(paging.textContent).toBe(link.textContent);
});

test("count of 1 has the singular form", () => {
	const page = { ...pageStatus, total: 1, up_to_date: 0, outdated: 1, not_translated: 0 };
	renderPage(<PageList filters={{}} at={1} total={1} pending={1} pages={[page]} />, { path: "/en/localization" });
	expect(screen.getByRole("status").textContent).toBe("One language version, one segment that is not up to date");
	expect(screen.getByText("1 of 1 segment to update")).toBeDefined();
});

test.each([
	[{ outdated: 1, not_translated: 0 }, "Outdated since January 2, 2026"],
	[{ outdated: 0, not_translated: 2 }, "Not translated since January 2, 2026"],
	[{ outdated: 1, not_translated: 2 }, "Outdated or not translated since January 2, 2026"],
])("age of the oldest segment of a page with the counts %o is shown as %s", (counts, words) => {
	const page = { ...pageStatus, ...counts };
	renderPage(<PageList filters={{}} at={1} total={1} pending={1} pages={[page]} />, { path: "/en/localization" });
	expect(screen.getByText(words)).toBeDefined();
});

test("Chinese text has full-width parentheses and no extra spaces", () => {
	renderPage(<PageSegments page={pageStatus} state={undefined} at={1} total={1} segments={[segmentStatus]} />, {
		path,
	});
	expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("不是最新的段落（中文）");
	expect(screen.getByRole("article").querySelector("p")?.textContent).toMatch(/。始于 2026年1月2日$/);
});

test("acknowledgements show their section and language", () => {
	const row = { locale: "zh-CN" as const, area: "docs", key: "start", title: "开始", name: "安", at: 0, commit: null };
	const rows = [
		{ ...row, segment: "s1", url: "/index/zh/docs/start#%E5%AE%89%E8%A3%85" },
		{ ...row, segment: "s2", url: "/index/zh/docs/start#key%" },
		{ ...row, segment: "s3", url: "/index/en/docs/start", locale: "en-US" as const },
	];
	renderPage(<AcknowledgementList rows={rows} />, { path });
	expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["开始 #安装", "开始 #key%", "开始"]);
	expect(screen.getAllByText("中文")).toHaveLength(2);
	expect(screen.getAllByText("英文")).toHaveLength(1);
});
