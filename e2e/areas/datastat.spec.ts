import { expect, open, test } from "../fixtures.ts";

test("page view is counted and displayed", async ({ page, request, language }) => {
	const views = async () => (await (await request.get("/api/v1/public/datastat/summary")).json()).pageviews;
	const before = await views();
	const counted = page.waitForResponse((response) => response.url().endsWith("/datastat/collect"));
	await open(page, `/${language.segment}/docs/e2e/long`);
	expect((await counted).status()).toBe(202);
	await expect.poll(views).toBeGreaterThan(before);
	await open(page, "/datastat");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.datastat.title);
	await expect(page.getByRole("row", { name: language.words.datastat.pageviews })).toContainText(/[1-9]/);
});
