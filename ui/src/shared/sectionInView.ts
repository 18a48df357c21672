/**
 * Returns the id of the last heading that is in the upper third of the window or above it; undefined while the start of
 * the page is in view.
 */
export function sectionInView(headings: Element[]): string | undefined {
	if (scrollY < innerHeight / 4) return undefined;
	return headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3)?.id;
}
