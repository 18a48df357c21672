// Accessibility of features that pages share: dialogs, panels, keyboard, forced colors, reduced motion, no JavaScript,
// no network. `appearance.spec.ts` checks each page.

import { axeViolations, cutOff, expect, interpolate, open, publicPages, test } from "../fixtures.ts";
import { test as withNetwork } from "../network.ts";

test.use({ allowed: /status of 404/, reducedMotion: "reduce" });

test.describe("at 360 pixels", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("outdated page has no axe violations", async ({ page, language }) => {
		await open(page, `/${language.segment}/docs/e2e/moved`);
		expect(await axeViolations(page)).toEqual([]);
	});

	test("dialogs have no axe violations", async ({ page, language }) => {
		await open(page, `/${language.segment}/docs/guide/start`);
		for (const key of ["?", "/"]) {
			await page.keyboard.press(key);
			await expect(page.getByRole("dialog")).toBeVisible();
			if (key === "/") {
				await page.keyboard.type(language.segment === "zh" ? "翻译" : "import");
				await expect(page.getByRole("option").first()).toBeVisible();
			}
			expect.soft(await axeViolations(page)).toEqual([]);
			await page.keyboard.press("Escape");
		}
	});

	test("tree and outline close on blur; Esc restores the focus", async ({ page, language }) => {
		const { docs } = language.words;
		await open(page, `/${language.segment}/docs/guide/start`);
		for (const name of [docs.tree, docs.outline]) {
			const opener = page.getByRole("button", { name, exact: true });
			const panel = page.getByRole("navigation", { name, exact: true });
			const close = panel.getByRole("button", { name: interpolate(docs.close, { name }) });
			await opener.focus();
			await page.keyboard.press("Enter");
			await page.keyboard.press("Tab");
			await expect(panel.locator(":focus")).toHaveCount(1);
			await page.keyboard.press("Escape");
			await expect(panel).toBeHidden();
			await expect(opener).toBeFocused();

			await page.keyboard.press("Enter");
			await close.focus();
			await page.keyboard.press("Tab");
			await expect(panel).toBeHidden();

			await opener.focus();
			await page.keyboard.press("Enter");
			await expect(panel).toBeVisible();
			await page.keyboard.press("Shift+Tab");
			await expect(panel).toBeHidden();
			await expect(opener).not.toBeFocused();
		}
	});

	test("open tree has no axe violations", async ({ page, language }) => {
		await open(page, `/${language.segment}/docs/guide/start`);
		await page.getByRole("button", { name: language.words.docs.tree, exact: true }).click();
		expect(await axeViolations(page)).toEqual([]);
	});
});

// Size of a window of 1280 × 1024 pixels at 400 % zoom (WCAG 2.2, 1.4.10).
test.describe("at 400 % zoom", () => {
	test.use({ viewport: { width: 320, height: 256 } });

	test("list of shortcuts opens scrolled to its start", async ({ page, language }) => {
		const { keys } = language.words;
		await open(page, `/${language.segment}`);
		await page.keyboard.press("?");
		await expect(page.getByRole("heading", { name: keys.title })).toBeInViewport();
		await expect(page.getByRole("button", { name: keys.close })).toBeFocused();
	});

	test("last search result is scrolled into view and opens", async ({ page, language }) => {
		await open(page, `/${language.segment}/docs/guide/start`);
		// The keys are pressed without waiting for the dialog to open.
		await page.keyboard.press("/");
		await page.keyboard.type(language.segment === "zh" ? "翻译" : "import");
		await expect(page.getByRole("option").first()).toBeVisible();
		await page.keyboard.press("ArrowUp");
		const chosen = page.getByRole("option", { selected: true });
		await expect(chosen).toBeInViewport({ ratio: 0.5 });
		await page.keyboard.press("Enter");
		await expect(page.getByRole("dialog")).toBeHidden();
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	});
});

test.describe("in forced colors", () => {
	test.use({ forcedColors: "active" });

	test("every control has a visible edge and a focus indicator", async ({ page, language }) => {
		for (const [name, path] of publicPages(language.segment)) {
			await open(page, path);
			const bare = await page.evaluate(() => {
				const controls = "main :is(button, input, select, textarea), header :is(input, select)";
				const drawn = (element: Element) => {
					const { borderBottomStyle, borderBottomWidth, textDecorationLine } = getComputedStyle(element);
					const edge = borderBottomStyle !== "none" && borderBottomWidth !== "0px";
					return edge || textDecorationLine !== "none" || element.matches("[type=checkbox], [type=radio]");
				};
				return [...document.querySelectorAll(controls)]
					.filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
					.filter((element) => ![element, element.parentElement ?? element].some(drawn))
					.filter((element) => !element.querySelector("svg"))
					.map((element) => element.outerHTML.slice(0, 120));
			});
			expect.soft(bare, name).toEqual([]);
			for (let step = 0; step < 12; step++) {
				await page.keyboard.press("Tab");
				const focus = await page.evaluate(() => {
					const element = document.activeElement;
					if (!element || element === document.body) return "shown";
					const rings = [element, element.parentElement ?? element].map((it) => getComputedStyle(it));
					const isShown = rings.some(
						({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px",
					);
					return isShown ? "shown" : element.outerHTML.slice(0, 120);
				});
				expect.soft(focus, name).toBe("shown");
			}
		}
	});

	test("selected items differ visibly in forced colors", async ({ page, language }) => {
		const edge = (element: Element) => getComputedStyle(element).borderInlineStartColor;
		const line = (element: Element) => getComputedStyle(element).borderBlockEndColor;
		await open(page, `/${language.segment}/docs/write/markdown`);
		const tabs = page.getByRole("tab");
		await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
		expect(await tabs.first().evaluate(line)).not.toBe(await tabs.nth(1).evaluate(line));
		await page.keyboard.press("/");
		await page.keyboard.type(language.segment === "zh" ? "翻译" : "import");
		const options = page.getByRole("option");
		await expect(options.first()).toHaveAttribute("aria-selected", "true");
		expect(await options.first().evaluate(edge)).not.toBe(await options.nth(1).evaluate(edge));
	});

	test("page with all Markdown features has no axe violations", async ({ page, language }) => {
		await open(page, `/${language.segment}/docs/write/markdown`);
		expect(await axeViolations(page)).toEqual([]);
	});
});

test("reduced motion disables all animation", async ({ page, language }) => {
	for (const [name, path] of publicPages(language.segment)) {
		await open(page, path);
		const moving = await page.evaluate(() =>
			[...document.querySelectorAll("*")]
				.filter((element) => {
					const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(element);
					// Computed durations are in seconds. Up to 1 ms does not count as motion.
					const lasts = (times: string) => times.split(",").some((time) => Number.parseFloat(time) > 0.001);
					const isAnimated = animationName !== "none" && lasts(animationDuration);
					return lasts(transitionDuration) || isAnimated || scrollBehavior === "smooth";
				})
				.map((element) => element.outerHTML.slice(0, 100)),
		);
		expect.soft(moving, name).toEqual([]);
	}
});

test.describe("at 768 pixels", () => {
	test.use({ viewport: { width: 768, height: 900 } });

	test("header shows the full site name on every public page", async ({ page, language }) => {
		for (const [name, path] of publicPages(language.segment)) {
			await open(page, path);
			const site = page.getByRole("banner").getByText(language.name, { exact: true });
			expect.soft(await site.evaluate(cutOff), name).toBe(0);
		}
	});
});

test("skip link focuses the text, and / and Ctrl+K open the search", async ({ page, language }) => {
	const { app, docs } = language.words;
	await open(page, `/${language.segment}/docs/guide/start`);
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: app.skip })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();
	await page.evaluate(() => scrollTo(0, 600));
	const dialog = page.getByRole("dialog", { name: docs.search });
	const field = dialog.getByRole("combobox");
	await page.keyboard.press("/");
	await expect(field).toBeFocused();
	await expect(field).toHaveValue("");
	expect(await page.evaluate(() => scrollY)).toBe(600);
	await page.keyboard.type("a/b");
	await expect(field).toHaveValue("a/b");
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await page.keyboard.press("Control+k");
	await expect(field).toBeFocused();
	await expect(field).toHaveValue("");
});

test("navigation focuses the heading and announces the page", async ({ page, language }) => {
	const { app, localization } = language.words;
	await open(page, `/${language.segment}`);
	await page.getByRole("navigation", { name: app.areas }).getByRole("link", { name: app.localization }).click();
	await expect(page.getByRole("heading", { level: 1, name: localization.title })).toBeFocused();
	await expect(page.getByRole("status").filter({ hasText: localization.title })).toHaveCount(1);
});

test("selected theme is applied before any script", async ({ page, language }) => {
	const { app } = language.words;
	await open(page, `/${language.segment}/docs`);
	const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const painted = () => page.evaluate(() => performance.getEntriesByType("paint").length > 0);
	const light = await paper();
	await page.getByRole("button", { name: app.themeSystem }).click();
	await page.getByRole("button", { name: app.themeLight }).click();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	const dark = await paper();
	expect(dark).not.toBe(light);

	// Scripts never load. The style sheet is delayed until the heading exists, and nothing is painted before the style
	// sheet loads.
	await page.route("**/assets/*.js", () => {});
	await page.route("**/assets/*.css", async (route) => {
		await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
		expect(await painted()).toBe(false);
		await route.continue();
	});
	await page.goto(`/index/${language.segment}`, { waitUntil: "commit" });
	await expect.poll(painted).toBe(true);
	expect(await paper()).toBe(dark);
});

test.describe("without a network", () => {
	withNetwork.use({ allowed: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|navigation failed/ });

	withNetwork("page stays and shows an offline notice", async ({ page, context, network, language }) => {
		const { app } = language.words;
		await open(page, `/${language.segment}/docs/guide/start`);
		await network.cut(context);
		await expect(page.getByText(app.offline)).toBeVisible();
		const consoleMessage = page.waitForEvent("console", (message) => message.text().includes("navigation failed"));
		await page.getByRole("navigation", { name: app.areas }).getByRole("link", { name: app.datastat }).click();
		await consoleMessage;
		await expect(page).toHaveURL(/guide\/start$/);
		await network.restore(context);
		await expect(page.getByText(app.offline)).toBeHidden();
		await page.getByRole("navigation", { name: app.areas }).getByRole("link", { name: app.datastat }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.datastat.title);
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, allowed: /was preloaded .* but not used/ });

	test("navigation and search are possible without scripts", async ({ page, language }) => {
		const { segment, other, otherName, words } = language;
		await page.goto(`/index/${segment}/docs/guide/start`);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expect(page.getByRole("button", { name: words.app.themeSystem })).toBeHidden();
		await page.getByRole("navigation", { name: words.docs.tree, exact: true }).getByRole("link").first().click();
		await expect(page).not.toHaveURL(/guide\/start/);
		await page.getByRole("banner").getByRole("link", { name: otherName }).click();
		await expect(page).toHaveURL(new RegExp(`/index/${other}/docs`));
		await page.goBack();

		const query = segment === "zh" ? "翻译" : "translation";
		const field = page.getByRole("search", { name: words.app.searchAnywhere }).getByRole("searchbox");
		await field.fill(query);
		await field.press("Enter");
		await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs\\?q=`));
		await expect(page.getByRole("main").locator("mark").first()).toBeVisible();
	});
});
