// Consent of the visitor to the storage of questions.

const key = "pailou_assistant_private";

/** Whether the server may store questions: the visitor has not opted out on the site or in the browser settings. */
export function mayStore(): boolean {
	return !hasOptedOut() && !browserOptsOut();
}

/** Whether the visitor has opted out on the site. False on the server, and if storage is blocked. */
export function hasOptedOut(): boolean {
	try {
		return globalThis.localStorage?.getItem(key) === "1";
	} catch {
		return false;
	}
}

export function setOptedOut(isOptedOut: boolean): void {
	try {
		if (isOptedOut) localStorage.setItem(key, "1");
		else localStorage.removeItem(key);
	} catch (error) {
		console.error("storing privacy choice failed", error);
	}
}

/** Whether Do Not Track or Global Privacy Control is enabled in the browser. */
export function browserOptsOut(): boolean {
	if (typeof navigator === "undefined") return false;
	const privacy: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator;
	return privacy.doNotTrack === "1" || privacy.globalPrivacyControl === true;
}
