// Flag for changed site data. Site data is loaded once, for all pages. After a change in the admin area, the next
// revalidation loads it again.

let changed = false;

export function siteChanged(): void {
	changed = true;
}

/** Returns whether site data has changed since the last call. */
export function takeSiteChange(): boolean {
	const was = changed;
	changed = false;
	return was;
}
