// Keeps the reading position when the language is switched: the counterpart of the segment at the top of the window is
// scrolled to the same position. The position is also kept while fonts and images load, until the reader scrolls.
import { decoded } from "@/app/counterpart";
import { distanceTo, numbersOf, type ReadingPosition, readingPositionAt, type Segment } from "@/app/place/place";
import { publicPath } from "@/shared/address";
import { sectionInView } from "@/shared/sectionInView";

/** Returns the current section as a URL fragment; empty at the start of a page. */
export function sectionRead(): string {
	const { hash } = location;
	const top = document.getElementById(decoded(hash.slice(1)))?.getBoundingClientRect().top ?? -1;
	// If the section of the URL is still in view, it is returned.
	if (top >= 0 && top < innerHeight) return hash;
	// Headings without counterpart are skipped, because their ids do not exist in the other language.
	const headings = document.querySelectorAll('#pailou-main :is(h2, h3, h4, h5, h6)[id]:not([data-segment="0"])');
	const section = sectionInView([...headings]);
	return section === undefined ? "" : `#${encodeURIComponent(section)}`;
}

/** Number of frames in which the router may still scroll to the section of the URL. */
const settlingFrames = 30;

let stop = () => {};

/** Reading position that is being restored; undefined after `settlingFrames` or after the reader scrolls. */
let settling: { place: ReadingPosition; pathname: string } | undefined;

/**
 * Stores the reading position; must be called before the navigation to `to`. Scrolls the new page to this position when
 * it is rendered.
 */
export function keepReadingPosition(to: string): void {
	stop();
	const main = document.getElementById("pailou-main");
	const elements = main ? elementsIn(main) : [];
	const [first] = elements;
	if (!main || !first || scrollY === 0) return;
	const segments = segmentsOf(elements);
	const settlingPlace = settling?.pathname === location.pathname ? settling.place : undefined;
	const place =
		settlingPlace && Math.abs(distanceTo(settlingPlace, segments)) > 1
			? settlingPlace
			: readingPositionAt(segments, edge());
	if (!place) return;
	const { pathname } = new URL(publicPath(to), location.href);
	const contentObserver = new MutationObserver(() => {
		if (first.isConnected) return;
		stop();
		if (location.pathname === pathname) keepPosition(main, place);
	});
	stop = () => contentObserver.disconnect();
	contentObserver.observe(main, { childList: true, subtree: true });
}

function keepPosition(main: HTMLElement, place: ReadingPosition): void {
	const path = location.pathname;
	const over = new AbortController();
	const { signal } = over;
	const settled = new AbortController();
	const own = { place, pathname: path };
	settling = own;
	const resizes = new ResizeObserver(scroll);
	stop = () => {
		resizes.disconnect();
		over.abort();
	};
	const distance = () => distanceTo(place, segmentsOf(elementsIn(main)));
	function scroll(): void {
		if (location.pathname !== path) stop();
		else scrollBy({ top: distance(), behavior: "instant" });
	}
	function settle(frames: number): void {
		if (!signal.aborted) scroll();
		if (frames > 0 && settling === own) requestAnimationFrame(() => settle(frames - 1));
		else forget();
	}
	function forget(): void {
		settled.abort();
		if (settling === own) settling = undefined;
	}
	settle(settlingFrames);
	resizes.observe(main);
	// These events end the adjustment. `pointerdown` may be a press on the link to the other language, so the stored
	// position is kept for the next change of language. The events of the second loop discard the stored position.
	for (const type of ["wheel", "touchstart", "pointerdown", "keydown"])
		addEventListener(type, stop, { signal, passive: true, capture: true });
	for (const type of ["wheel", "touchmove", "keydown"])
		addEventListener(type, forget, { signal: settled.signal, passive: true, capture: true });
	// Dragging the scroll bar fires only `scroll`. Browsers also scroll after layout changes (scroll anchoring). Such
	// scrolling keeps the distance at 0 and is ignored.
	const byReader = () => settled.signal.aborted && Math.abs(distance()) > 1 && stop();
	addEventListener("scroll", byReader, { signal, passive: true });
}

/**
 * Returns the segments; on a page without segments, the headings, which correspond to those of the other language by
 * their order.
 */
function elementsIn(main: HTMLElement): HTMLElement[] {
	const segments = main.querySelectorAll<HTMLElement>("[data-segment]");
	return [...(segments.length > 0 ? segments : main.querySelectorAll<HTMLElement>(":is(h1, h2, h3)"))];
}

function segmentsOf(elements: HTMLElement[]): Segment[] {
	const numbers = numbersOf(elements.map((element) => element.dataset.segment ?? ""));
	const rectangles = elements.map((element) => element.getBoundingClientRect());
	return elements.flatMap((element, at) => {
		const { top, bottom, height } = rectangles[at] ?? new DOMRect();
		// Elements in an inactive tab or a closed `<details>` have no position.
		if (height === 0) return [];
		// On a page without segments, a heading extends to the next heading.
		const end = element.dataset.segment === undefined ? (rectangles[at + 1]?.top ?? Number.POSITIVE_INFINITY) : bottom;
		return [{ number: numbers[at] ?? 0, top, bottom: end }];
	});
}

/** Top of the visible content, in pixels: the lower edge of the header if it is sticky, otherwise 0. */
function edge(): number {
	return Math.max(0, document.querySelector("header > *")?.getBoundingClientRect().bottom ?? 0);
}
