// Chromium for browser tests; if there is none, `requirements.mjs` installs it or throws an error.
import { ensure, findChromium as find, findHeadlessShell as findShell, prefer } from "./requirements.mjs";

/** Flags for a browser that may run as root, opens one site, and sends no requests to other sites. */
export const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
];

/** Returns the path of Chromium; throws an error if there is none and it cannot be installed. */
export function findChromium() {
	ensure(["chromium", "fonts"]);
	return find();
}

/** Returns the path of the headless shell, or of Chromium if the headless shell is missing and cannot be installed. */
export function findHeadlessShell() {
	ensure(["fonts"]);
	prefer("headlessShell");
	return findShell() ?? findChromium();
}
