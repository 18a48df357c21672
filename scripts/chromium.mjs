// Finds a Chromium for the browser tests: CHROME_BIN, the usual names, Playwright's own. Where there
// is none it installs Debian's, if it may; otherwise it says what to install.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** For a browser that tests one site, possibly as root, and talks to nobody else. */
export const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
];

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium; throws one sentence when there is none and none can be installed. */
export function findChromium() {
	const here = installed();
	if (here) return here;
	install();
	const fresh = installed();
	if (fresh) return fresh;
	throw new Error(
		"no Chromium was found: install it (Debian: sudo apt-get install chromium chromium-driver; " +
			"elsewhere: npx playwright install chromium), or set CHROME_BIN to its path.",
	);
}

function installed() {
	const named = process.env.CHROME_BIN;
	if (named && !existsSync(named)) throw new Error(`CHROME_BIN names ${named}, where there is nothing.`);
	const folders = (process.env.PATH ?? "").split(delimiter);
	const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [named, ...files, chromium.executablePath()].find((file) => file && existsSync(file));
}

/** Debian's packages; with the fonts without which Chinese is a row of boxes. */
function install() {
	if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
	console.error("no Chromium was found: installing Debian's chromium");
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	const packages = ["chromium", "chromium-driver", "fonts-noto-cjk"];
	for (const step of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
		spawnSync("apt-get", ["-qq", ...step], { stdio: ["ignore", "ignore", "inherit"], env });
	}
}
