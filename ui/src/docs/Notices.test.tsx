import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { withChanges } from "@/docs/changes";
import { Notices } from "@/docs/Notices";
import { docsPage } from "@/testing/fakeServer";
import { renderPage } from "@/testing/page";

afterEach(cleanup);

test("notice contains the number of outdated or untranslated segments", () => {
	const page = { ...docsPage, source_locale: "zh-CN" as const, not_translated: 3 };
	renderPage(<Notices page={page} />, { path: "/zh/docs/start" });
	expect(screen.getByRole("complementary").textContent).toBe("与英文版相比，本页有 3 个段落待更新或未翻译。阅读英文版");
});

test("notice links to sections missing in this language", () => {
	const missing_sections = [{ id: "undo", text: "Undo it" }];
	const page = withChanges({ ...docsPage, not_translated: 3, missing_sections }, "zh-CN");
	renderPage(<Notices page={page} />, { path: "/zh/docs/start" });
	expect(screen.getByRole("link", { name: "Undo it" }).getAttribute("href")).toBe("/index/en/docs/begin#undo");
	expect(screen.getByRole("complementary").textContent).toContain("仅英文版有以下小节：Undo it");
});

test("untranslated copy of a page has a notice of its own", () => {
	const page = { ...docsPage, state: "not_translated" as const, not_translated: 6 };
	renderPage(<Notices page={page} />, { path: "/zh/docs/start" });
	expect(screen.getByRole("complementary").textContent).toBe("本页尚未翻译，正文与英文版相同。阅读英文版");
});
