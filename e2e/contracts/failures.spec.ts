// S4: a navigation that fails is told to the console and to nobody else.
import { expect, open, test } from "../site.ts";

test.use({ allowed: /ERR_FAILED|navigation failed/ });

test("a chunk that does not come leaves the reader where they are; the next click tries again", async ({
	page,
	language,
}) => {
	const { app } = language.words;
	const link = page.getByRole("navigation", { name: app.areas }).getByRole("link", { name: app.datastat });
	await open(page, "/en/docs/guide/start");
	const before = await page.getByRole("main").textContent();

	await page.route("**/assets/DatastatPage-*.js", (route) => route.abort());
	const told = page.waitForEvent("console", (message) => message.text().includes("navigation failed"));
	await link.click();
	await told;
	await expect(page).toHaveURL(/\/en\/docs\/guide\/start$/);
	expect(await page.getByRole("main").textContent()).toBe(before);
	await expect(page.getByRole("alert")).toHaveCount(0);

	await page.unroute("**/assets/DatastatPage-*.js");
	await link.click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.datastat.title);
});
