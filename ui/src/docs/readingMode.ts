// Session storage key of the choice to read both languages side by side.
const key = "website_parallel";

/** Whether the visitor has chosen the parallel view in this browser session. The server does not receive the choice. */
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
