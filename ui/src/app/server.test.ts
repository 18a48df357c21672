// @vitest-environment node
//
// Tests the built server bundle in a context like that of the embedded engine: the ECMAScript built-ins and `console`,
// without web or Node.js APIs.
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import * as core from "@pailou/core";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import type { Rendered, RenderRequest } from "@/app/render";
import { answer, json, site } from "@/testing/fakeServer";

let render: (request: RenderRequest) => Promise<Rendered>;
const logged: unknown[] = [];
let storesQuestions = true;

beforeAll(async () => {
	const source = await bundle();
	const exported: { render?: typeof render } = {};
	const console = { log: note, warn: note, error: note, debug: note, info: note };
	const context = vm.createContext({ console, exports: exported, require: () => nativeCore() });
	// The embedded engine lacks these globals, so the bundle must not use them.
	for (const name of ["Intl", "WebAssembly"]) vm.runInContext(`delete globalThis.${name}`, context);
	vm.runInContext(source, context);
	if (!exported.render) throw new Error("the bundle exports no render");
	render = exported.render;
}, 60_000);

function note(...what: unknown[]): void {
	logged.push(what);
}

async function bundle(): Promise<string> {
	const configFile = fileURLToPath(new URL("../../vite.config.ts", import.meta.url));
	const built = await build({
		configFile,
		mode: "server",
		logLevel: "error",
		build: { write: false, minify: false, rolldownOptions: { output: { format: "cjs" } } },
	});
	const output = Array.isArray(built) ? built[0] : built;
	if (!output || !("output" in output)) throw new Error("nothing was built");
	expect(output.output.filter(({ type }) => type === "chunk")).toHaveLength(1);
	return output.output[0].code;
}

function nativeCore() {
	const send = async (url: string) => {
		const { status, headers, body } = url.endsWith("/public/site")
			? json(200, { ...site, stores_questions: storesQuestions })
			: answer(url);
		return {
			status,
			statusText: "",
			headers: { get: (name: string) => headers[name] ?? null },
			text: async () => body,
		};
	};
	const sendList = async (url: string) => {
		const response = await send(url);
		if (response.status >= 400) throw Object.assign(new Error("status"), { status: response.status, response });
		const data: unknown[] = JSON.parse(await response.text());
		return { total: data.length, sum: undefined, data };
	};
	return { ...core, send, sendList, isLoggedIn: () => false };
}

test.each(["/en/assistant", "/en/assistant/embed"])(
	"%s has no opt-out checkbox if the site stores no questions",
	async (path) => {
		for (const stored of [true, false]) {
			storesQuestions = stored;
			const { body } = await ask(path);
			expect(body.includes('type="checkbox"')).toBe(stored);
			expect(body.includes("This site does not store questions")).toBe(!stored);
		}
		storesQuestions = true;
	},
);

const ask = (path: string, locale: RenderRequest["locale"] = "en-US") =>
	render({ path, locale, origin: "https://example.org" });

test.each<[path: string, locale: RenderRequest["locale"], status: number, area: Rendered["area"], text: string]>([
	["/zh", "zh-CN", 200, "landing", "一个程序，中英两面"],
	["/en", "en-US", 200, "landing", "Recently changed"],
	["/zh/docs/start", "zh-CN", 200, "docs", "最后更新"],
	["/docs/start", "en-US", 200, "docs", "Last updated"],
	["/docs/start", "zh-CN", 200, "docs", "最后更新"],
	["/zh/docs", "zh-CN", 200, "docs", "全部文档"],
	["/zh/docs?q=%E5%AE%89%E8%A3%85", "zh-CN", 200, "docs", "<mark>安装</mark>"],
	["/en/docs?q=", "en-US", 200, "docs", "Words to search for"],
	["/localization", "en-US", 200, "localization", "1,199"],
	["/localization?view=pages&area=docs", "zh-CN", 200, "localization", "40 个段落中有 2 个需要处理"],
	["/localization?view=page&locale=zh-CN&area=docs&key=start", "en-US", 200, "localization", "<ins>red </ins>"],
	["/localization?view=page&locale=zh-CN&area=docs&key=none", "en-US", 404, "notFound", "Page not found"],
	["/localization?view=glossary", "en-US", 200, "localization", "No glossary yet"],
	["/localization?view=contributors", "zh-CN", 200, "localization", "贡献者"],
	["/localization?view=acknowledgements", "zh-CN", 200, "localization", "已确认无需更新"],
	["/admin", "zh-CN", 200, "admin", "登录"],
	["/admin/users", "zh-CN", 200, "admin", "登录"],
	["/datastat", "en-US", 200, "datastat", "12,345"],
	["/assistant", "zh-CN", 200, "assistant", "您的问题"],
	["/zh/assistant", "zh-CN", 200, "assistant", "您的问题"],
	["/en/assistant", "en-US", 200, "assistant", "Your question"],
	["/404", "en-US", 404, "notFound", "Page not found"],
	["/zh/nothing", "zh-CN", 404, "notFound", "页面不存在"],
	["/zh/docs/nothing", "zh-CN", 404, "notFound", "页面不存在"],
	["/en/docs/unavailable", "en-US", 503, "docs", "The site is temporarily unavailable"],
])("response for %s in %s has status %d and area %s", async (path, locale, status, area, text) => {
	const page = await ask(path, locale);
	expect({ status: page.status, area: page.area, locale: page.locale }).toEqual({ status, area, locale });
	expect(page.body).toContain(text);
	expect(page.body.match(/<h1/g)).toHaveLength(1);
	expect(page.head).toMatch(/^<title>[^<]+<\/title>/);
	// The edit URL of the site is a pattern with the placeholder `{file}`, so the page must not contain this URL.
	expect(page.body).not.toContain("git.example");
	// The content security policy forbids inline styles, event handlers, and scripts.
	expect(page.body).not.toMatch(/ style="| on[a-z]+="|<script/);
	expect(logged).toEqual([]);
});

test.each([
	[
		"/localization?view=pages&locale=zh-CN&area=docs&q=a%20%26b",
		"/index/localization?view=pages&amp;locale=zh-CN&amp;area=docs&amp;q=a%20%26b&amp;lang=",
	],
	["/datastat", "/index/datastat?lang="],
])("language switch of %s has the parameter lang in server HTML", async (path, href) => {
	expect((await ask(path, "en-US")).body).toContain(`href="${href}zh-CN"`);
	expect((await ask(path, "zh-CN")).body).toContain(`href="${href}en-US"`);
});

test("language switch of a localized URL adds no parameter", async () => {
	expect((await ask("/zh/docs/start", "zh-CN")).body).not.toMatch(/[?;]lang=/);
});

test.each<[path: string, locale: RenderRequest["locale"], title: string]>([
	["/zh/docs/unavailable", "zh-CN", "网站暂时不可用 · 牌楼"],
	["/en/docs/unavailable", "en-US", "Site temporarily unavailable · Pailou"],
	["/en/docs/nothing", "en-US", "Page not found · Pailou"],
])("title of the error page %s in %s is %s", async (path, locale, title) => {
	expect((await ask(path, locale)).head).toContain(`<title>${title}</title>`);
});

test("root redirects to /index/zh", async () => {
	expect(await ask("/")).toMatchObject({ redirect: "/index/zh" });
});

test("data block does not repeat the HTML of the page", async () => {
	const { body, data } = await ask("/zh/docs/start", "zh-CN");
	expect(body.split("第一段只出现一次")).toHaveLength(2);
	expect(data).not.toContain("第一段只出现一次");
	expect(JSON.parse(data)).toMatchObject({ locale: "zh-CN", problem: null, page: { page: { revision: "1" } } });
});

test("not-found page is the same for all URLs", async () => {
	const pages = await Promise.all(["/zh/docs/nothing", "/zh/nothing", "/zh/a/b?c=d"].map((path) => ask(path, "zh-CN")));
	expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
	expect(new Set(pages.map(({ head }) => head)).size).toBe(1);
	for (const { data } of pages) expect(JSON.parse(data)).toMatchObject({ page: null, problem: { code: "not-found" } });
});

test("concurrent renders keep their own locales", async () => {
	const pages = await Promise.all([
		ask("/docs/start", "zh-CN"),
		ask("/docs/start", "en-US"),
		ask("/datastat", "zh-CN"),
	]);
	expect(pages.map(({ body }) => /最后更新|Last updated|统计/.exec(body)?.[0])).toEqual([
		"统计",
		"Last updated",
		"统计",
	]);
	expect(pages[0]?.body).toContain("最后更新");
});

test("page title is escaped in the head", async () => {
	expect((await ask("/zh/docs/start", "zh-CN")).head).toContain(
		"<title>开始 &lt;/script&gt;&lt;script&gt; · 牌楼</title>",
	);
});

test("unknown query parameter does not change the page", async () => {
	const [plain, withQuery] = [await ask("/zh/docs/start", "zh-CN"), await ask("/zh/docs/start?utm_source=x", "zh-CN")];
	expect(withQuery.body).toBe(plain.body);
	expect(withQuery.data).toBe(plain.data);
});
