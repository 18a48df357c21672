// Fake server for tests, with responses for the endpoints that routes use.

import type {
	Block,
	Hit,
	Landing,
	LocalizationOverview,
	Page,
	PageStatus,
	Parallel,
	SegmentStatus,
	Site,
	Starters,
	Status,
	Summary,
	Tree,
} from "@/shared/http/types";

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const time = Date.UTC(2026, 10, 21, 7, 40);

export const site: Site = {
	title: { "zh-CN": "牌楼", "en-US": "Pailou" },
	locales: ["zh-CN", "en-US"],
	version: "0.1.0",
	edit_url: "https://git.example/edit/{file}",
	offline: false,
	news: false,
	stores_questions: true,
};

function block(kind: Block["kind"], fields: Partial<Block>): Block {
	const nothing = { html: "", entries: [], release: null, news: [], recent: [] };
	return { name: kind, kind, locale: "zh-CN", ...nothing, ...fields };
}

const landing: Landing = {
	locale: "zh-CN",
	title: "双语网站",
	description: "双语网站",
	blocks: [
		block("hero", { html: "<h1>牌楼</h1><p>一个程序，中英两面</p>" }),
		block("features", {
			entries: [{ html: "<h3>成对</h3><p>两种语言</p>" }, { html: "<h3>快</h3><p>不重新构建</p>" }],
		}),
		block("markdown", { html: "<p>正文只出现一次</p>" }),
		block("recent", { recent: [{ title: "快速开始", url: "/index/zh/docs/start", updated_at: time }] }),
	],
	counterpart: { locale: "en-US", url: "/index/en", state: "up_to_date", outdated: 0 },
};

const starters: Starters = { questions: ["怎样开始？"] };

const tree: Tree = {
	nodes: [
		{
			title: "开始",
			url: "/index/zh/docs/start",
			locale: "zh-CN",
			current: true,
			open: false,
			has_more: false,
			children: [],
		},
	],
};

export const docsPage: Page = {
	key: "start",
	url: "/index/zh/docs/start",
	requested_locale: "zh-CN",
	locale: "zh-CN",
	title: "开始 </script><script>",
	description: "从这里开始",
	html: "<p>第一段只出现一次</p><h2 id='a'>甲</h2><h2 id='b'>乙</h2>",
	headings: [
		{ id: "a", level: 2, text: "甲", counterpart_id: "one", earlier_ids: [] },
		{ id: "b", level: 2, text: "乙", counterpart_id: null, earlier_ids: [] },
	],
	state: "up_to_date",
	counterpart: { locale: "en-US", url: "/index/en/docs/begin", state: "outdated", outdated: 2 },
	outdated: [],
	not_translated: 0,
	missing_sections: [],
	revision: "1",
	updated_at: time,
	source_locale: "zh-CN",
	previous: null,
	next: { title: "下一页", url: "/index/zh/docs/next" },
	breadcrumbs: [{ title: "文档", url: "/index/zh/docs" }],
	edit_url: null,
	authors: ["Ann"],
	commit: { id: "3f2a1c9d0412", source: "docs", file: "docs/zh/start.md", url: null },
	reading_minutes: 1,
	version: null,
	versions: [],
};

const parallel: Parallel = {
	locale: "zh-CN",
	other: { locale: "en-US", title: "Begin", url: "/index/en/docs/begin" },
	rows: [
		{ segments: ["1"], html: "<p>第一段</p>", other: { locale: "en-US", html: "<p>First</p>" }, state: "up_to_date" },
		{ segments: ["2"], html: "<pre>run</pre>", other: null, state: "same" },
	],
};

const hit: Hit = {
	url: "/index/zh/docs/start#a",
	area: "docs",
	title: "开始",
	heading: "甲",
	locale: "zh-CN",
	snippet: "先安装，再开始。",
	marks: [[1, 3]],
	score: 1,
	matched: [["安装", "安装"]],
	more: 0,
};

const status: Status = {
	locale: "zh-CN",
	area: "docs",
	total: 1200,
	up_to_date: 1199,
	outdated: 1,
	not_translated: 0,
	not_aligned: 0,
	not_reviewed: 0,
	machine_translated: 0,
	as_of: time,
};

export const overview: LocalizationOverview = {
	as_of: time,
	recorded_at: time,
	late: false,
	has_views: false,
	rows: [status],
};

export const pageStatus: PageStatus = {
	locale: "zh-CN",
	area: "docs",
	key: "start",
	title: "开始",
	title_locale: "zh-CN",
	url: "/index/zh/docs/start",
	source_locale: "en-US",
	total: 40,
	up_to_date: 38,
	outdated: 2,
	not_translated: 0,
	not_aligned: 0,
	not_reviewed: 0,
	machine_translated: 0,
	views: 7,
	source_changed_at: time,
	pending_since: Date.UTC(2026, 0, 2),
};

export const segmentStatus: SegmentStatus = {
	id: "s1",
	state: "outdated",
	kind: "paragraph",
	change: "major",
	conflict: false,
	since: Date.UTC(2026, 0, 2),
	url: "/index/zh/docs/start#key",
	source_before: "Take the key.",
	source: "Take the red key.",
	translation: "拿钥匙。",
	pieces: [
		["same", "Take the "],
		["new", "red "],
		["same", "key."],
	],
};

const summary: Summary = {
	from: "2026-11-21",
	to: "2026-11-21",
	as_of: time,
	pageviews: 12345,
	visitors: 678,
	visits: 901,
	searches: 23,
	searches_without_result: 4,
	pages: [{ path: "/index/zh/docs/%E6%8C%87%E5%8D%97", pageviews: 12 }],
};

const answers: [pattern: RegExp, body: unknown][] = [
	[/\/docs-parallel\/[^/]+\/start$/, parallel],
	[/\/site$/, site],
	[/\/landing\//, landing],
	[/\/docs-tree\//, tree],
	[/\/docs\/[^/]+\/start\?/, docsPage],
	[/\/search\?/, [hit]],
	[/\/assistant\/starters\?/, starters],
	[/\/docs\?/, []],
	[/\/versions\?/, []],
	[/\/localization\/status$/, [status]],
	[/\/localization\/overview$/, overview],
	[/\/localization\/pages\?/, [pageStatus]],
	[/\/localization\/segments\?.*key=start/, [segmentStatus]],
	[/\/localization\/(trend|acknowledgements|contributors|glossary)\?/, []],
	[/\/datastat\/summary$/, summary],
	[/\/datastat\/collect$/, ""],
];

export function answer(url: string): Answer {
	const found = answers.find(([pattern]) => pattern.test(url));
	if (/unavailable/.test(url)) return problem(503, "unavailable");
	return found ? json(200, found[1]) : problem(404, "not-found");
}

export function problem(status: number, code: string): Answer {
	const body = { type: `/problems/${code}`, title: code, status, detail: "", code };
	return { ...json(status, body), headers: { "content-type": "application/problem+json" } };
}

export function json(status: number, body: unknown): Answer {
	return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
