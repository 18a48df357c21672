// Checks in the network log that each area is a separate chunk, which is loaded on demand.
import type { Page } from "@playwright/test";
import { expect, open, test } from "../fixtures.ts";

/** URLs of the chunks by area. Chunks are named after their page components. */
const chunks = {
	landing: /\/assets\/LandingPage-[\w-]+\.js$/,
	docs: /\/assets\/DocsPage-[\w-]+\.js$/,
	localization: /\/assets\/LocalizationPage-[\w-]+\.js$/,
	assistant: /\/assets\/AssistantPage-[\w-]+\.js$/,
	admin: /\/assets\/AdminPage-[\w-]+\.js$/,
	datastat: /\/assets\/DatastatPage-[\w-]+\.js$/,
};
type Area = keyof typeof chunks;

const areas: Area[] = ["landing", "docs", "localization", "assistant", "admin", "datastat"];

/** Returns a function that returns the areas whose chunks the page has requested, in the order of `areas`. */
function loadedAreas(page: Page): () => Area[] {
	const files: string[] = [];
	page.on("request", (request) => files.push(request.url()));
	return () => areas.filter((area) => files.some((file) => chunks[area].test(file)));
}

const firsts: [path: string, area: Area][] = [
	["/en", "landing"],
	["/en/docs/guide/start", "docs"],
	["/localization", "localization"],
	["/assistant", "assistant"],
	["/admin", "admin"],
	["/datastat", "datastat"],
];

for (const [path, area] of firsts) {
	test(`${path} loads the chunk of ${area} and of no other area`, async ({ page }) => {
		const loaded = loadedAreas(page);
		await open(page, path);
		expect(loaded()).toEqual([area]);
	});
}

test.describe("on the not-found page", () => {
	test.use({ allowed: /status of 404/ });

	test("not-found page loads no area's chunk", async ({ page }) => {
		const loaded = loadedAreas(page);
		await open(page, "/nothing");
		expect(loaded()).toEqual([]);
	});
});

test("link loads the chunk of its target area once", async ({ page, language }) => {
	const { app } = language.words;
	const loaded = loadedAreas(page);
	await open(page, "/en");
	await page.getByRole("navigation", { name: app.areas }).getByRole("link", { name: app.localization }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.localization.title);
	expect(loaded()).toEqual(["landing", "localization"]);

	const again: string[] = [];
	page.on("request", (request) => again.push(request.url()));
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.name);
	expect(again.filter((url) => url.includes("/assets/"))).toEqual([]);
});
