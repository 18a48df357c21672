// Scrolls a position of the text into view, without scrolling the page. This file registers no events.
import type { EditorView } from "@codemirror/view";

/** What of the view is needed. */
export type Scrolled = Pick<EditorView, "scrollDOM" | "documentPadding" | "lineBlockAt" | "state">;

/** What is left above the line. */
const above = 8;

/**
 * CodeMirror estimates the height of lines that it has not painted, usually too low. Lines above then push the target
 * away, and near the end there is not yet enough to scroll. So every measurement scrolls again, until the user scrolls
 * or types.
 */
export class ScrollIntoView {
	#goal: { at: number; isEnough: boolean } | undefined;

	/** `isEnough`: that it is seen at all. */
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
