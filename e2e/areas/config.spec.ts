// Custom CSS of the site: even a stylesheet that hides every page can be reverted. The Chinese and English tests use
// separate sites, because the published stylesheet applies to all visitors.
import {
	account,
	axeViolations,
	expect,
	horizontalOverflow,
	hydrated,
	interpolate,
	logIn,
	open,
	test,
} from "../fixtures.ts";

const hidden = "* { display: none !important }";

test.use({
	allowed: /status of (404|412|422)/,
	reducedMotion: "reduce",
	baseURL: async ({ language }, use) => {
		await use(language.segment === "zh" ? process.env.STYLE_ZH_URL : process.env.STYLE_EN_URL);
	},
});

test("stylesheet hiding all content is reverted by an admin", async ({ page, context, language }) => {
	const { admin, config, shared } = language.words;
	const root = account(language, "styling", "owner", `style-${language.segment}`);
	await open(page, "/admin");
	await logIn(page, shared, root);
	await page.getByRole("navigation", { name: admin.parts }).getByRole("link", { name: admin.partConfig }).click();
	await page.getByRole("link", { name: interpolate(config.open, { name: "global_style.css" }) }).click();
	const field = page.getByLabel(interpolate(config.text, { name: "global_style.css" }));
	const publish = page.getByRole("button", { name: config.publish, exact: true });

	await field.fill("a { color: red }\n@import url(https://elsewhere.example);");
	await publish.click();
	const issue = interpolate(config.place, { line: 2, column: 1, what: config["body.import"] });
	await page.getByRole("button", { name: issue }).click();
	await expect(field).toBeFocused();
	expect(await axeViolations(page)).toEqual([]);

	await field.fill(hidden);
	await publish.click();
	await expect(page.getByText(interpolate(config.done, { version: 1 }))).toBeVisible();
	await expect(page.getByRole("timer")).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBe(0);

	const reader = await context.newPage();
	const heading = reader.locator("h1");
	await open(reader, `/${language.segment}`);
	await expect(heading).toBeHidden();
	// Navigates to the admin area and back without a full page load.
	await reader.evaluate(() => document.querySelector<HTMLElement>('a[href="/index/admin"]')?.click());
	await expect(reader).toHaveURL(/\/index\/admin$/);
	await expect(heading).toBeVisible();
	await reader.goBack();
	await expect(reader).toHaveURL(new RegExp(`/index/${language.segment}$`));
	await expect(heading).toBeHidden();
	for (const path of [`/${language.segment}?safe`, `/${language.segment}/docs/guide/start?safe`, "/nowhere?safe"]) {
		await open(reader, path);
		await expect(heading, path).toBeVisible();
	}
	await open(reader, `/${language.segment}?safe`);
	await reader.locator(`header a[href="/index/${language.segment}/docs"]`).first().click();
	await expect(reader).toHaveURL(/\/docs$/);
	await expect(heading).toBeVisible();

	await page.reload();
	await hydrated(page);
	await page.getByRole("button", { name: config.back, exact: true }).click();
	await expect(page.getByText(config.wentBack)).toBeVisible();
	await open(reader, `/${language.segment}`);
	await expect(heading).toBeVisible();

	await page.getByRole("button", { name: interpolate(config.takeName, { number: 1 }) }).click();
	await expect(field).toHaveValue(hidden);
	await page.getByRole("navigation", { name: admin.parts }).getByRole("link", { name: admin.partConfig }).click();
	await page.getByRole("link", { name: interpolate(config.open, { name: "global_style.css" }) }).click();
	await expect(field).toHaveValue(hidden);

	await field.fill("h1 { color: rgb(1, 2, 3) }");
	await publish.click();
	await page.getByRole("button", { name: config.keep, exact: true }).click();
	await expect(page.getByText(config.kept)).toBeVisible();
	await open(reader, `/${language.segment}`);
	await expect(heading).toHaveCSS("color", "rgb(1, 2, 3)");
	await page.getByRole("button", { name: interpolate(config.restoreName, { number: 1 }) }).click();
	await page
		.getByRole("group", { name: interpolate(config.restoreName, { number: 1 }) })
		.getByRole("button", { name: config.restore })
		.click();
	await expect(page.getByText(interpolate(config.restored, { number: 1 }))).toBeVisible();
	await reader.reload();
	await expect(heading).toBeHidden();
	// The restored stylesheet hides the page. Like a new one, it must be confirmed; here, it is reverted instead.
	await page.getByRole("button", { name: config.back, exact: true }).click();
	await expect(page.getByText(config.wentBack)).toBeVisible();
	await reader.reload();
	await expect(heading).toHaveCSS("color", "rgb(1, 2, 3)");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.partConfig);
});
