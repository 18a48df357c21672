import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LanguageSwitch } from "@/app/LanguageSwitch";
import type { Counterpart } from "@/shared/wire";
import { docsHandle, renderPage } from "@/testing/page";

afterEach(cleanup);

const show = (path: string, counterpart: Counterpart | null) =>
	renderPage(<LanguageSwitch />, { path, handle: docsHandle, data: { head: { title: "A" }, counterpart } });

test("keeps query and section, and names the language in itself", () => {
	show("/zh/docs/a?q=1&x=2#part", { locale: "en-US", url: "/index/en/docs/b", state: "current" });
	const link = screen.getByRole("link", { name: "English" });
	expect(link.getAttribute("href")).toBe("/en/docs/b?q=1&x=2#part");
	expect(link.getAttribute("hreflang")).toBe("en-US");
	expect(screen.getByText("English").lang).toBe("en-US");
});

test.each([
	["behind", "English 本页的英文版，部分内容落后于原文"],
	["missing", "English 英文；本页尚未翻译"],
	["machine", "English 本页的英文版，由机器翻译"],
] as const)("says before the click that the page is %s", (state, name) => {
	show("/zh/docs/a", { locale: "en-US", url: "/index/en/docs/a", state });
	expect(screen.getByRole("link").textContent).toBe(name.replace(" ", ""));
});

test("remembers the choice", () => {
	// The router says that this DOM has no view transitions.
	vi.spyOn(console, "warn").mockImplementation(() => {});
	show("/zh/docs/a", null);
	screen.getByRole("link").click();
	expect(document.cookie).toMatch(/website_locale=en/);
});
