import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Notices } from "@/docs/Notices";
import { docsPage } from "@/testing/fakeServer";
import { renderPage } from "@/testing/page";

afterEach(cleanup);

test("what a text lacks is said of the other language, also when the page was first written in this one", () => {
	const page = { ...docsPage, source_locale: "zh-CN" as const, missing: 3 };
	renderPage(<Notices page={page} />, { path: "/zh/docs/start" });
	expect(screen.getByRole("complementary").textContent).toBe("与英文版相比，本页有 3 处内容较旧或缺失。阅读英文版");
});
