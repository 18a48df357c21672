// Started by scripts/e2e.mjs, which runs the server and passes its URL. Projects: `setup` prepares the site for all
// tests; `site` has the tests that run once; `zh` and `en` run the same tests, each in its language.
import { defineConfig } from "@playwright/test";
import { flags } from "../scripts/chromium.mjs";

const launchOptions = { executablePath: process.env.CHROME_BIN, args: flags };
const journeys = { testMatch: "areas/*.spec.ts", dependencies: ["setup"] };

export default defineConfig({
	testDir: ".",
	outputDir: "../test-results",
	snapshotPathTemplate: "{testDir}/appearance/{arg}{ext}",
	workers: 2,
	retries: 0,
	fullyParallel: true,
	forbidOnly: true,
	timeout: 60_000,
	expect: { timeout: 15_000 },
	reporter: [["list"]],
	use: {
		baseURL: process.env.BASE_URL,
		launchOptions,
		viewport: { width: 1280, height: 800 },
		// Requests of service workers cannot be intercepted, so only `offline.spec.ts` allows a service worker.
		serviceWorkers: "block",
		// Recording traces takes a quarter of the time of a run, so traces are recorded only with `TRACE=1`.
		trace: process.env.TRACE ? "retain-on-failure" : "off",
		screenshot: "only-on-failure",
	},
	projects: process.env.SCREENSHOTS
		? [{ name: "screenshots", testMatch: "screenshots.spec.ts" }]
		: [
				{ name: "setup", testMatch: ["setup.spec.ts", "ssr-live.spec.ts"], use: { locale: "en-US" } },
				{ name: "site", testMatch: "contracts/*.spec.ts", dependencies: ["setup"], use: { locale: "en-US" } },
				{ name: "zh", ...journeys, use: { locale: "zh-CN" } },
				{ name: "en", ...journeys, use: { locale: "en-US" } },
			],
});
