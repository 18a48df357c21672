// The editor in a document that draws nothing, for tests.
import { afterEach, beforeEach, vi } from "vitest";
import type { TextEditorOptions } from "@/admin/pages/editor/textEditor";
import { close } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

export const preview = { title: "", blocks: [], headings: [], findings: [], words: { han: 0, words: 0 } };

const nothing = () => undefined;

/** Options of a text without listeners. */
export const surfaceOptions: TextEditorOptions = {
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

/** Each test writes in plain fields, in English, and leaves nothing behind. */
export function writePlainly(): void {
	beforeEach(() => {
		chooseLocale("en-US");
		localStorage.setItem("website_plain_editor", "on");
		// Whether there is room for two is not asked of a document that has no width.
		vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
	});
	afterEach(() => {
		vi.useRealTimers();
		close();
		localStorage.clear();
	});
}
