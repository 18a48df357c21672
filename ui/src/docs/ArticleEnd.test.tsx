import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ArticleEnd } from "@/docs/ArticleEnd";
import { docsPage } from "@/testing/fakeServer";
import { renderPage } from "@/testing/page";

afterEach(cleanup);

test.each([
	["up_to_date", "最新"],
	["outdated", "待更新"],
	[undefined, "未翻译"],
] as const)("end of an article shows the state %s of the other language", (state, expected) => {
	// The other language is the source language of the page.
	const counterpart = state ? { locale: "en-US" as const, url: "/index/en/docs/start", state, outdated: 0 } : null;
	const page = {
		...docsPage,
		source_locale: "en-US" as const,
		state: "outdated" as const,
		not_translated: 2,
		counterpart,
	};
	renderPage(<ArticleEnd page={page} />, { path: "/zh/docs/start" });
	expect(screen.getByText("English").nextElementSibling?.textContent).toBe(expected);
});
