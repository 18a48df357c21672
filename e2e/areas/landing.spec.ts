import { expect, open, test } from "../site.ts";

test("the front page leads to the docs and to itself in the other language", async ({ page, language }) => {
	const { segment, other, name, otherName, words } = language;
	await open(page, `/${segment}`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
	const slogan = segment === "zh" ? "一个网站，两种语言，同一份记录" : "One site, two languages, one record";
	await expect(page).toHaveTitle(`${slogan} · ${name}`);
	await expect(page.getByRole("heading", { name: words.landing.recent })).toBeVisible();
	await page.getByRole("link", { name: words.landing.allDocs }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs$`));
	await page
		.getByRole("banner")
		.getByRole("link", { name: words.app.home.replace("{site}", name) })
		.click();
	await page.getByRole("banner").getByRole("link", { name: otherName }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${other}$`));
	await expect(page.locator("html")).not.toHaveAttribute("lang", language.tag);
});

test("an address without a page leads on: search, front page, docs", async ({ page, language }) => {
	const { segment, words } = language;
	const answer = await page.goto(`/index/${segment}/nothing`);
	expect(answer?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.app.notFoundTitle);
	await page.getByRole("link", { name: words.app.notFoundDocs }).click();
	await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs$`));
});

test.use({ allowed: /status of 404/ });
