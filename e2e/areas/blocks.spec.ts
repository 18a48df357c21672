// Reordering the blocks of the front page. Each language has its own site, because a site has one front page.
import {
	account,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	logIn,
	open,
	test,
	tokenOf,
} from "../fixtures.ts";

test.use({
	allowed: /status of 412/,
	reducedMotion: "reduce",
	baseURL: async ({ language }, use) => {
		await use(language.segment === "zh" ? process.env.WORDS_ZH_URL : process.env.WORDS_EN_URL);
	},
});

test("block is moved with buttons and published", async ({ page, context, request, language }) => {
	const { segment, words } = language;
	const ann = account(language, "blocks", "editor", `words-${segment}`);
	const headers = { authorization: await tokenOf(request, ann) };
	const { blocks } = await (await request.get("/api/v1/admin/landing/order", { headers })).json();
	const titleOf = (name: string) => blocks.find((block: { name: string }) => block.name === name)[segment];
	const names = () => page.locator("main > section").evaluateAll((blocks) => blocks.map(({ id }) => id));
	await open(page, `/${segment}`);
	const before = await names();
	expect(before.slice(0, 3)).toEqual(["hero", "features", "start"]);
	await page.setViewportSize({ width: 360, height: 800 });
	await open(page, "/admin/landing");
	await logIn(page, words.shared, ann);
	const [title, other, recent] = ["start", "features", "recent"].map(titleOf);
	const up = page.getByRole("button", { name: interpolate(words.edit.moveUp, { title }) });
	await up.click();
	await expect(page.getByText(interpolate(words.edit.movedBefore, { title, other }))).toBeAttached();
	await expect(up).toBeFocused();
	await expect.poll(names).toEqual(["hero", "start", "features", ...before.slice(3)]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	expect(await axeViolations(page)).toEqual([]);

	// Another tab moves another block, so the next click in this tab is based on an outdated order.
	const tab = await context.newPage();
	await open(tab, "/admin/landing");
	await tab.getByRole("button", { name: interpolate(words.edit.moveDown, { title: recent }) }).click();
	await expect(tab.getByText(interpolate(words.edit.movedLast, { title: recent }))).toBeAttached();
	await up.click();
	await expect(page.getByRole("alert").filter({ hasText: words.edit.orderStale })).toBeVisible();
	await expect.poll(async () => (await names()).at(-1)).toBe("recent");
	await up.click();
	await expect.poll(async () => (await names())[0]).toBe("start");
	await tab.close();

	await open(page, `/${segment}`);
	expect(await names(), "nothing is published").toEqual(before);
	await open(page, "/admin/landing");
	await page.getByRole("link", { name: words.edit.publish }).click();
	await expect(page.getByRole("list", { name: words.pages.title }).getByRole("listitem")).toHaveCount(2);
});

test("user without edit permission cannot move blocks", async ({ page, language }) => {
	const { segment, words } = language;
	await open(page, "/admin/landing");
	await logIn(page, words.shared, account(language, "blocks-reader", "reviewer", `words-${segment}`));
	await expect(page.getByRole("note")).toContainText(words.landing.writtenNote);
	await expect(page.locator("#hero h1")).toBeVisible();
	await expect(page.locator("main > section button")).toHaveCount(0);
});
