// Session storage key: whether the visitor reads both languages side by side.
const key = "website_parallel";

/** Returns the choice of this browser session; it is not sent to the server. */
export function readsParallel(): boolean {
	try {
		return typeof sessionStorage !== "undefined" && sessionStorage.getItem(key) === "on";
	} catch {
		return false;
	}
}

export function rememberParallel(on: boolean): void {
	try {
		if (on) sessionStorage.setItem(key, "on");
		else sessionStorage.removeItem(key);
	} catch {
		// Storage is blocked: the choice is only in the URL of this page.
	}
}
