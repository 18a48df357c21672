import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LanguageSwitch } from "@/app/LanguageSwitch";
import type { Counterpart } from "@/shared/http/types";
import { docsHandle, renderPage } from "@/testing/page";

afterEach(cleanup);

const show = (path: string, counterpart: Counterpart | null) =>
	renderPage(<LanguageSwitch />, { path, handle: docsHandle, data: { head: { title: "A" }, counterpart } });

test("language link keeps the query and the fragment", () => {
	show("/zh/docs/a?q=1&x=2#part", { locale: "en-US", url: "/index/en/docs/b", state: "up_to_date", outdated: 0 });
	const link = screen.getByRole("link", { name: "English" });
	expect(link.getAttribute("href")).toBe("/en/docs/b?q=1&x=2#part");
	expect(link.getAttribute("hreflang")).toBe("en-US");
	expect(screen.getByText("English").lang).toBe("en-US");
});

test.each([
	["up_to_date", 0, "English", "本页的英文版，内容为最新"],
	["outdated", 3, "English 3 处待更新", "本页的英文版，有 3 个段落待更新或未翻译"],
	["outdated", 0, "English 待更新", "本页的英文版，部分段落待更新或未翻译"],
	["not_translated", 0, "English 未翻译", "英文；本页尚未翻译"],
	["not_aligned", 0, "English 未对应", "本页的英文版，所有段落均未对应"],
	["not_reviewed", 0, "English 未审校", "本页的英文版，部分内容未经审校"],
	["machine_translated", 0, "English 机器翻译", "本页的英文版，由机器翻译"],
] as const)("language link label shows the state %s", (state, outdated, name, sentence) => {
	show("/zh/docs/a", { locale: "en-US", url: "/index/en/docs/a", state, outdated });
	expect(screen.getByRole("link", { name }).title).toBe(sentence);
});

test("language link keeps a URL without a locale unchanged", () => {
	const handle = { ...docsHandle, area: "localization" as const, query: ["view", "q"] };
	renderPage(<LanguageSwitch />, { path: "/localization?view=pages&x=2", handle, data: { head: { title: "A" } } });
	expect(screen.getByRole("link").getAttribute("href")).toBe("/localization?view=pages&x=2");
});

test("fragment of the language link is the section id in the other language", () => {
	const counterpart: Counterpart = { locale: "en-US", url: "/index/en/docs/b", state: "up_to_date", outdated: 0 };
	const data = { head: { title: "A" }, counterpart, anchors: { 安装: "install" } };
	renderPage(<LanguageSwitch />, { path: "/zh/docs/a#%E5%AE%89%E8%A3%85", handle: docsHandle, data });
	expect(screen.getByRole("link").getAttribute("href")).toBe("/en/docs/b#install");
});

test("hover removes the fragment of the language link if no section is in view", async () => {
	show("/zh/docs/a#part", { locale: "en-US", url: "/index/en/docs/b", state: "up_to_date", outdated: 0 });
	const link = screen.getByRole("link");
	await import("@/app/place/keepReadingPosition");
	fireEvent.pointerEnter(link);
	await waitFor(() => expect(link.getAttribute("href")).toBe("/en/docs/b"));
});

test("click on the language link stores its locale", () => {
	// The router warns that jsdom has no view transitions.
	vi.spyOn(console, "warn").mockImplementation(() => {});
	show("/zh/docs/a", null);
	screen.getByRole("link").click();
	expect(document.cookie).toMatch(/website_locale=en/);
});
