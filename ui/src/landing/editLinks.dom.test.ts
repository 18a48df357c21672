import { afterEach, expect, test, vi } from "vitest";
import { addBlockLinks, addEntryLink } from "@/landing/edit/editLinks";
import type { Block, NewsPage } from "@/shared/http/types";

afterEach(() => vi.unstubAllGlobals());

const me = { permissions: ["pages-edit", "translations-edit"], locales: [], areas: [] };

function serve(user: object = me, listed: unknown[] = []): void {
	vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
		const url = input instanceof Request ? input.url : String(input);
		return Response.json(url.endsWith("/me") ? user : listed);
	});
}

function render(html: string): HTMLElement {
	const main = document.createElement("main");
	main.innerHTML = html;
	document.body.replaceChildren(main);
	return main;
}

const targets = (main: Element) =>
	[...main.querySelectorAll("a")].map((link) => decodeURIComponent(link.getAttribute("href") ?? ""));

test("front page block has an edit link for its language", async () => {
	serve();
	const html = '<section id="hero"><h1>Gate</h1></section><section id="为何"><p>甲</p></section>';
	const main = render(html);
	const blocks = [
		{ name: "hero", locale: "en-US" },
		{ name: "为何", locale: "zh-CN" },
		{ name: "gone", locale: "en-US" },
	] as Block[];
	const remove = addBlockLinks(main, blocks, "en-US");
	await vi.waitFor(() =>
		expect(targets(main)).toEqual(["/index/admin/pages?at=/index/en#hero", "/index/admin/pages?at=/index/zh#为何"]),
	);
	expect(main.querySelector("a")?.getAttribute("aria-label")).toBe("Edit this paragraph: Gate");
	remove();
	expect(main.innerHTML).toBe(html);
});

test("news entry links to its editor", async () => {
	serve();
	const main = render("<article><h1>One</h1></article>");
	const remove = addEntryLink(main, { url: "/index/zh/news/%E4%B8%80", locale: "zh-CN" } as NewsPage, "zh-CN");
	await vi.waitFor(() => expect(targets(main)).toEqual(["/index/admin/pages?at=/index/zh/news/一"]));
	remove();
	expect(main.innerHTML).toBe("<article><h1>One</h1></article>");
});

test("translator gets edit links only to translations", async () => {
	const url = (segment: string, name: string) => ({ url: `/index/${segment}#${name}` });
	serve({ ...me, permissions: ["translations-edit"] }, [
		{ source_locale: "zh-CN", zh: url("zh", "hero"), en: url("en", "hero") },
		{ source_locale: "en-US", zh: null, en: url("en", "more") },
	]);
	const main = render('<section id="hero"></section><section id="more"></section><section id="new"></section>');
	const blocks = ["hero", "more", "new"].map((name) => ({ name, locale: "en-US" })) as Block[];
	addBlockLinks(main, blocks, "en-US");
	await vi.waitFor(() => expect(targets(main)).toEqual(["/index/admin/pages?at=/index/en#hero"]));
});
