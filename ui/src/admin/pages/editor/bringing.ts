// Brings a place of the text into view: the text alone is scrolled, the page stays where it is. No events here.
import type { EditorView } from "@codemirror/view";

/** What of the view is needed. */
export type Scrolled = Pick<EditorView, "scrollDOM" | "documentPadding" | "lineBlockAt" | "state">;

/** What is left above the line. */
const above = 8;

/**
 * Heights of lines that were never painted are guesses, too low ones more often than not: what is above pushes the place
 * away, and near the end there is not yet as much to scroll as is needed. So it is brought again with every measurement,
 * until somebody goes somewhere else.
 */
export class Bringing {
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
