// Finds a Chromium on this machine: CHROME_BIN, the usual names, Playwright's own.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function installed() {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [process.env.CHROME_BIN, ...files, chromium.executablePath()].find((file) => file && existsSync(file));
}

export async function openBrowser() {
	const executablePath = installed();
	if (!executablePath) throw new Error("No Chromium found: install Debian's `chromium`, or set CHROME_BIN.");
	return chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
	});
}
