// Flag for changed site data. The data that every page uses is loaded once; after a change here, the next revalidation
// requests it again.

let changed = false;

export function siteChanged(): void {
	changed = true;
}

/** Whether the site has changed since the last call. */
export function takeSiteChange(): boolean {
	const was = changed;
	changed = false;
	return was;
}
