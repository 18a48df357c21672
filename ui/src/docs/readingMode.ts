// Whether this visitor reads both languages side by side.
const key = "website_parallel";

/** Remembered for this session; the server never knows. */
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
		// Blocked storage: the choice is in the address of this page only.
	}
}
