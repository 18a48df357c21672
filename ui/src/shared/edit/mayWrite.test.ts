import { afterEach, expect, test, vi } from "vitest";
import { mayWrite, rights, type WrittenArea } from "@/shared/edit/mayWrite";
import type { User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

const editor = { permissions: ["pages-edit", "translations-edit"], locales: [] as string[], areas: [] as string[] };
const translator = { ...editor, permissions: ["translations-edit"] };

afterEach(() => vi.unstubAllGlobals());

test.each<[name: string, user: object, area: WrittenArea, locale: Locale, source: Locale | undefined, may: boolean]>([
	["editor may edit a source text", editor, "docs", "zh-CN", "zh-CN", true],
	["editor may edit a translation", editor, "docs", "en-US", "zh-CN", true],
	["translator may edit a translation", translator, "docs", "en-US", "zh-CN", true],
	["translator may not edit a source text", translator, "docs", "zh-CN", "zh-CN", false],
	["translator may not edit a text of unknown source language", translator, "landing", "zh-CN", undefined, false],
	["reviewer may not edit texts", { ...editor, permissions: ["pages-read"] }, "docs", "en-US", "zh-CN", false],
	["access scope allows its language", { ...editor, locales: ["en"] }, "docs", "en-US", "en-US", true],
	["access scope excludes the other language", { ...editor, locales: ["en"] }, "docs", "zh-CN", "zh-CN", false],
	["access scope excludes another area", { ...editor, areas: ["docs"] }, "news", "zh-CN", "zh-CN", false],
	["access scope of the front page includes news", { ...editor, areas: ["landing"] }, "news", "zh-CN", "zh-CN", true],
])("edit rights: %s", (_name, user, area, locale, source, may) => {
	expect(mayWrite(user as User, area, locale, source)).toBe(may);
});

test("edit rights are loaded for all pages of the news list", async () => {
	const queries: string[] = [];
	const total = { headers: { "x-total-count": "401" } };
	vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
		const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, "http://localhost");
		if (pathname.endsWith("/me")) return Response.json(translator);
		const page = searchParams.get("page") ?? "";
		queries.push(`${searchParams.get("area")} ${page} ${searchParams.get("size")}`);
		const en = { url: `/index/en/news/${page}` };
		return Response.json([{ source_locale: "zh-CN", zh: null, en }], total);
	});
	const may = await rights("news");
	expect(queries).toEqual(["news 1 200", "news 2 200", "news 3 200"]);
	expect(may({ at: "/index/en/news/3", locale: "en-US" })).toBe(true);
	expect(may({ at: "/index/en/news/none", locale: "en-US" })).toBe(false);
});
