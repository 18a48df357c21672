// A browser for the tests of the package.
import { chromium } from "@playwright/test";
import { findChromium, flags } from "../../../scripts/chromium.mjs";

export function openBrowser() {
	return chromium.launch({ executablePath: findChromium(), args: flags });
}
