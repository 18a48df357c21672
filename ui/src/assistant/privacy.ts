// Whether the site may store the questions of this browser.

const key = "pailou_assistant_private";

/** False if the visitor has opted out here or in the settings of the browser. */
export function mayStore(): boolean {
	return !hasOptedOut() && !browserOptsOut();
}

/** What the visitor has chosen here. Blocked storage holds no choice, and the server none either. */
export function hasOptedOut(): boolean {
	try {
		return globalThis.localStorage?.getItem(key) === "1";
	} catch {
		return false;
	}
}

export function setOptedOut(isOut: boolean): void {
	try {
		if (isOut) localStorage.setItem(key, "1");
		else localStorage.removeItem(key);
	} catch (error) {
		console.error("the choice is not kept", error);
	}
}

/** Do Not Track, or Global Privacy Control. */
export function browserOptsOut(): boolean {
	if (typeof navigator === "undefined") return false;
	const privacy: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator;
	return privacy.doNotTrack === "1" || privacy.globalPrivacyControl === true;
}
