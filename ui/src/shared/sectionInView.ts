/**
 * Returns the id of the last heading above the upper third of the window; undefined while the start of the page is in
 * view.
 */
export function sectionInView(headings: Element[]): string | undefined {
	if (scrollY < innerHeight / 4) return undefined;
	return headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3)?.id;
}
