import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Blocks } from "@/landing/Blocks";
import { Entries } from "@/landing/NewsList";
import type { Block } from "@/shared/http/types";
import { renderPage } from "@/testing/page";

afterEach(cleanup);

function block(name: string, locale: Block["locale"]): Block {
	const html = `<h2>${name}</h2>`;
	return { name, kind: "markdown", locale, html, entries: [], release: null, news: [], recent: [] };
}

const badges = () => screen.queryAllByText("仅英文");

test("block of the other language has a badge", () => {
	renderPage(<Blocks blocks={[block("own", "zh-CN"), block("other", "en-US")]} />, { path: "/zh" });
	expect(badges().map((badge) => badge.closest("section")?.id)).toEqual(["other"]);
});

test("front page available only in the other language has no badges", () => {
	renderPage(<Blocks blocks={[block("a", "en-US"), block("b", "en-US")]} />, { path: "/zh" });
	expect(badges()).toEqual([]);
});

test("news entry of the other language has a badge", () => {
	const entry = { description: "", at: 0, updated_at: 0 };
	const entries = [
		{ ...entry, url: "/index/zh/news/a", title: "甲", locale: "zh-CN" as const },
		{ ...entry, url: "/index/en/news/b", title: "B", locale: "en-US" as const },
	];
	renderPage(<Entries entries={entries} level="h2" />, { path: "/zh/news" });
	const items = screen.getAllByRole("listitem").map((item) => within(item).queryByText("仅英文") !== null);
	expect(items).toEqual([false, true]);
});
