// Screenshots of every public page for review: `node scripts/e2e.mjs --screenshots`. The README contains two of the
// screenshots.
import { open, publicPages, type Segment, test } from "./fixtures.ts";

const at = (path: string) => new URL(`../${path}`, import.meta.url).pathname;
const widths = [360, 768, 1440];

test.use({ allowed: /status of 404/, reducedMotion: "reduce" });

for (const segment of ["zh", "en"] satisfies Segment[]) {
	test.describe(segment, () => {
		test.use({ locale: segment === "zh" ? "zh-CN" : "en-US" });

		for (const [name, path] of publicPages(segment)) {
			test(`screenshots of the ${name} page are saved`, async ({ page }) => {
				await open(page, path);
				for (const width of widths) {
					await page.setViewportSize({ width, height: 900 });
					for (const colorScheme of ["light", "dark"] as const) {
						await page.emulateMedia({ colorScheme });
						const file = at(`artifacts/screens/${name}-${segment}-${width}-${colorScheme}.png`);
						await page.screenshot({ path: file, fullPage: name !== "markdown" });
					}
				}
			});
		}

		test("screenshot for the README is saved", async ({ page }) => {
			await page.emulateMedia({ colorScheme: "light" });
			await page.setViewportSize({ width: 1280, height: 800 });
			await open(page, `/${segment}/docs/guide/start`);
			await page.screenshot({ path: at(`docs/images/screenshot-${segment}.png`) });
		});
	});
}
