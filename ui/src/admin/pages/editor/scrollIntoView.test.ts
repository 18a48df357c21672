import { expect, test } from "vitest";
import { type Scrolled, ScrollIntoView } from "@/admin/pages/editor/scrollIntoView";

/** Text of ten lines, three of which are visible. Like a browser, it does not scroll past the end. */
function textOf(height: number) {
	const text = { height, at: 0 };
	const scrollDOM = {
		clientHeight: 60,
		get scrollTop() {
			return text.at;
		},
		set scrollTop(to: number) {
			text.at = Math.max(0, Math.min(to, 10 * text.height - this.clientHeight));
		},
	};
	const view = {
		scrollDOM,
		documentPadding: { top: 8, bottom: 8 },
		state: { doc: { length: 9 } },
		lineBlockAt: (at: number) => ({ top: at * text.height, bottom: (at + 1) * text.height }),
	} as unknown as Scrolled;
	return { text, view };
}

test("last line is fully in view after its height is measured late", () => {
	const { text, view } = textOf(20);
	const bringing = new ScrollIntoView();
	bringing.to(view, 9, false);
	expect(text.at).toBe(140);
	text.height = 30;
	bringing.again(view);
	expect(text.at + 60).toBe(300);
});

test("visible line is scrolled only if a measurement moves it out of view", () => {
	const { text, view } = textOf(20);
	const bringing = new ScrollIntoView();
	bringing.to(view, 2, true);
	expect(text.at).toBe(0);
	text.height = 30;
	bringing.again(view);
	expect(text.at).toBe(60);
});

test("user scrolling cancels scrolling to the target", () => {
	const { text, view } = textOf(20);
	const bringing = new ScrollIntoView();
	bringing.to(view, 9, false);
	bringing.forget();
	text.at = 0;
	bringing.again(view);
	expect(text.at).toBe(0);
});
