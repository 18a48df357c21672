// S2: each area is a chunk of its own, loaded when first needed, by the network log.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, open, test } from "../site.ts";

const areas = ["landing", "docs", "localization", "assistant", "admin", "datastat"] as const;
type Area = (typeof areas)[number];

const manifest: Record<string, { file: string; src?: string }> = JSON.parse(
	readFileSync(new URL("../../ui/dist/client/.vite/manifest.json", import.meta.url), "utf8"),
);

function chunkOf(area: Area): string {
	const chunk = Object.values(manifest).find(({ src }) => src?.startsWith(`src/${area}/`));
	if (!chunk) throw new Error(`the build has no chunk for ${area}`);
	return chunk.file;
}

/** The areas whose chunk this page has asked for, in the order of the table. */
function asked(page: Page): () => Area[] {
	const files: string[] = [];
	page.on("request", (request) => files.push(request.url()));
	return () => areas.filter((area) => files.some((file) => file.endsWith(chunkOf(area))));
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
	test(`${path} loads ${area} and no other area`, async ({ page }) => {
		const loaded = asked(page);
		await open(page, path);
		expect(loaded()).toEqual([area]);
	});
}

test.describe("where nothing is", () => {
	test.use({ allowed: /status of 404/ });

	test("no area is loaded", async ({ page }) => {
		const loaded = asked(page);
		await open(page, "/nothing");
		expect(loaded()).toEqual([]);
	});
});

test("a link loads the chunk of its area, and going back loads nothing again", async ({ page, language }) => {
	const { app } = language.words;
	const loaded = asked(page);
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
