// The language switch keeps the reader's place: what is at the top of the window stays there in the other language,
// also when fonts and images come late, until the reader scrolls.
import { decoded } from "@/app/counterpart";
import { distanceTo, numbersOf, type Place, placeAt, type Segment } from "@/app/place/place";
import { publicPath } from "@/shared/address";
import { sectionInView } from "@/shared/sectionInView";

/** The section that is read, as an address has it; empty at the start of a page. */
export function sectionRead(): string {
	const { hash } = location;
	const top = document.getElementById(decoded(hash.slice(1)))?.getBoundingClientRect().top ?? -1;
	// The reader is still where they came in.
	if (top >= 0 && top < innerHeight) return hash;
	// Without a counterpart its id leads nowhere.
	const headings = document.querySelectorAll('#pailou-main :is(h2, h3, h4, h5, h6)[id]:not([data-segment="0"])');
	const section = sectionInView([...headings]);
	return section === undefined ? "" : `#${encodeURIComponent(section)}`;
}

/** Frames in which the router may still scroll to the section of the address. */
const settlingFrames = 30;

let stop = () => {};

/** The place of a page to which the router may still scroll: what is on the screen may be its doing. */
let settling: { place: Place; pathname: string } | undefined;

/** Call before the page is left: when the one at `to` has taken its place, it is scrolled. */
export function keepPlace(to: string): void {
	stop();
	const main = document.getElementById("pailou-main");
	const elements = main ? elementsIn(main) : [];
	const [first] = elements;
	if (!main || !first || scrollY === 0) return;
	const segments = segmentsOf(elements);
	const held = settling?.pathname === location.pathname ? settling.place : undefined;
	const place = held && Math.abs(distanceTo(held, segments)) > 1 ? held : placeAt(segments, edge());
	if (!place) return;
	const { pathname } = new URL(publicPath(to), location.href);
	const arrival = new MutationObserver(() => {
		if (first.isConnected) return;
		stop();
		if (location.pathname === pathname) hold(main, place);
	});
	stop = () => arrival.disconnect();
	arrival.observe(main, { childList: true, subtree: true });
}

function hold(main: HTMLElement, place: Place): void {
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
	// A press may be on the switch: the place is that of the reader until they scroll.
	for (const type of ["wheel", "touchstart", "pointerdown", "keydown"])
		addEventListener(type, stop, { signal, passive: true, capture: true });
	for (const type of ["wheel", "touchmove", "keydown"])
		addEventListener(type, forget, { signal: settled.signal, passive: true, capture: true });
	// A scroll bar sends nothing but this. What the browser itself does when the layout changes keeps the place.
	const byReader = () => settled.signal.aborted && Math.abs(distance()) > 1 && stop();
	addEventListener("scroll", byReader, { signal, passive: true });
}

/** Pages without segments have headings, of which both languages have the same. */
function elementsIn(main: HTMLElement): HTMLElement[] {
	const segments = main.querySelectorAll<HTMLElement>("[data-segment]");
	return [...(segments.length > 0 ? segments : main.querySelectorAll<HTMLElement>(":is(h1, h2, h3)"))];
}

function segmentsOf(elements: HTMLElement[]): Segment[] {
	const numbers = numbersOf(elements.map((element) => element.dataset.segment ?? ""));
	const rectangles = elements.map((element) => element.getBoundingClientRect());
	return elements.flatMap((element, at) => {
		const { top, bottom, height } = rectangles[at] ?? new DOMRect();
		// What a tab or a closed box hides has no place.
		if (height === 0) return [];
		// A heading alone stands for its section.
		const end = element.dataset.segment === undefined ? (rectangles[at + 1]?.top ?? Number.POSITIVE_INFINITY) : bottom;
		return [{ number: numbers[at] ?? 0, top, bottom: end }];
	});
}

/** Where the window begins for a reader: below the bar of the header, where that stays. */
function edge(): number {
	return Math.max(0, document.querySelector("header > *")?.getBoundingClientRect().bottom ?? 0);
}
