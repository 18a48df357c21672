// Flag for changed site data. The data that every page uses is loaded once; after a change in the admin area, the next
// revalidation requests it again.

let changed = false;

export function siteChanged(): void {
	changed = true;
}

/** Returns whether the site has changed since the last call. */
export function takeSiteChange(): boolean {
	const was = changed;
	changed = false;
	return was;
}
