// What every page carries of the site is loaded once. Whoever changes it here says so, and the next time that the
// page is loaded anew, it is asked for again.

let changed = false;

export function siteChanged(): void {
	changed = true;
}

/** Whether it was said since somebody asked. */
export function takeSiteChange(): boolean {
	const was = changed;
	changed = false;
	return was;
}
