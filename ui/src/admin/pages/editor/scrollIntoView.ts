// Scrolls a position of the text into view, without scrolling the page. The caller calls `again` after each
// measurement, and `forget` when the user scrolls or types.
import type { EditorView } from "@codemirror/view";

/** Properties of the view that are used here. */
export type Scrolled = Pick<EditorView, "scrollDOM" | "documentPadding" | "lineBlockAt" | "state">;

/** Space above the line, in pixels. */
const above = 8;

/**
 * CodeMirror estimates the height of lines that it has not painted. When these lines are measured, the target moves,
 * and near the end the text may at first be too short to scroll far enough. Therefore every measurement scrolls again,
 * until the user scrolls or types.
 */
export class ScrollIntoView {
	#goal: { at: number; isEnough: boolean } | undefined;

	/** Scrolls the position to the top. If `isEnough`, a position that is already in view is not scrolled. */
	to(view: Scrolled, at: number, isEnough: boolean): void {
		this.#goal = { at, isEnough };
		this.again(view);
	}

	again(view: Scrolled): void {
		if (!this.#goal) return;
		const { at, isEnough } = this.#goal;
		const { scrollDOM, documentPadding } = view;
		const { top, bottom } = view.lineBlockAt(Math.min(at, view.state.doc.length));
		const [first, last] = [scrollDOM.scrollTop, scrollDOM.scrollTop + scrollDOM.clientHeight];
		if (!isEnough || top < first || bottom > last) scrollDOM.scrollTop = top + documentPadding.top - above;
	}

	forget(): void {
		this.#goal = undefined;
	}
}
