// Helpers for tests of the editor in jsdom, which has no layout.
import { afterEach, beforeEach, vi } from "vitest";
import type { TextEditorOptions } from "@/admin/pages/editor/textEditor";
import { close } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

export const preview = { title: "", blocks: [], headings: [], issues: [], words: { han: 0, words: 0 } };

const nothing = () => undefined;

/** Options of a text editor without listeners. */
export const textEditorOptions: TextEditorOptions = {
	text: "",
	language: "zh-CN",
	locale: "en-US",
	label: "Chinese",
	describedBy: "x",
	isReadOnly: false,
	typed: nothing,
	moved: nothing,
	scrolled: nothing,
	command: nothing,
	files: nothing,
};

/** Uses the plain text area and English in each test, and cleans up after it. */
export function preferPlainEditor(): void {
	beforeEach(() => {
		chooseLocale("en-US");
		localStorage.setItem("website_plain_editor", "on");
		// jsdom has no `matchMedia`. In tests the window is wide.
		vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
	});
	afterEach(() => {
		vi.useRealTimers();
		close();
		localStorage.clear();
	});
}
