// The Chromium for browser tests; where there is none, what `requirements.mjs` says and does about it.
import { ensure, findChromium as find } from "./requirements.mjs";

/** For a browser that tests one site, possibly as root, and talks to nobody else. */
export const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
];

/** The path of a Chromium; throws one sentence when there is none and none can be installed. */
export function findChromium() {
	ensure(["chromium", "fonts"]);
	return find();
}
