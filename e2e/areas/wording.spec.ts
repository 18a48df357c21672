// Site files for interface text, navigation, and title. Each language has its own site, because published site files
// apply to all pages.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import {
	account,
	authenticate,
	axeViolations,
	expect,
	horizontalOverflow,
	hydrated,
	interpolate,
	type Language,
	open,
	test,
	viewTransitionDone,
} from "../fixtures.ts";

// The tests run one after the other, because each test starts with the built-in texts.
test.describe.configure({ mode: "default" });

test.use({
	allowed: /status of (404|422)/,
	reducedMotion: "reduce",
	baseURL: async ({ language }, use) => {
		await use(language.segment === "zh" ? process.env.WORDS_ZH_URL : process.env.WORDS_EN_URL);
	},
});

test("interface text is overridden and reset", async ({ page, context, request, language }) => {
	const { admin, app, wording } = language.words;
	const { segment, other } = language;
	await enter(page, language, "wording", "/admin");
	await part(page, language, admin.partMessages);
	await page.getByLabel(wording.find).fill("app.docs");
	await page.getByRole("button", { name: wording.findSubmit, exact: true }).click();
	await expect(page).toHaveURL(/\?q=app\.docs$/);
	const named = { key: "app.docs", language: segment === "zh" ? "中文" : "English" };
	const change = page.getByRole("button", { name: interpolate(wording.changeName, named) });
	const field = page.getByLabel(interpolate(wording.field, named));
	await change.click();
	await expect(field).toBeFocused();
	await field.fill("\u0007");
	await page.getByRole("button", { name: wording.save, exact: true }).click();
	await expect(page.getByText(wording["body.control-character"])).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	await field.fill("<b>Manual</b>");
	await page.getByRole("button", { name: wording.save, exact: true }).click();
	await expect(page.getByText(interpolate(wording.saved, { key: "app.docs" }))).toBeVisible();
	await expect(change).toBeFocused();
	// The navigation on the user's open page shows the change without a full page load.
	const areasOf = (page: Page, name: string) => page.getByRole("navigation", { name }).getByRole("link");
	await expect(areasOf(page, app.areas).first()).toHaveText("<b>Manual</b>");
	expect(await (await request.get(`/index/${segment}`)).text()).toContain("&lt;b&gt;Manual&lt;/b&gt;");
	expect(await (await request.get(`/index/${other}`)).text()).not.toContain("&lt;b&gt;Manual&lt;/b&gt;</a>");

	// A reader opens the other language and switches the language without a full page load.
	const reader = await context.newPage();
	await open(reader, `/${other}`);
	await reader.locator(`header a[hreflang="${language.tag}"]`).click();
	await expect(reader).toHaveURL(new RegExp(`/index/${segment}$`));
	await expect(areasOf(reader, app.areas).first()).toHaveText("<b>Manual</b>");
	await open(reader, `/${segment}/docs`);
	await expect(areasOf(reader, app.areas).first()).toHaveText("<b>Manual</b>");

	await page.getByLabel(wording.find).fill("");
	await page.getByLabel(wording.changedOnly).check();
	await page.getByRole("button", { name: wording.findSubmit, exact: true }).click();
	await expect(page.getByRole("list", { name: wording.list }).getByRole("listitem")).toHaveCount(1);
	expect(await axeViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await horizontalOverflow(page)).toBe(0);
	await page.getByRole("button", { name: interpolate(wording.takeBackName, named) }).click();
	await expect(page.getByText(interpolate(wording.takenBack, { key: "app.docs" }))).toBeVisible();
	await reader.reload();
	await expect(areasOf(reader, app.areas).first()).toHaveText(app.docs);
});

test("navigation and site title are edited in forms", async ({ page, context, language }) => {
	const { app, site } = language.words;
	const { segment } = language;
	await enter(page, language, "links", "/admin/site");
	const form = page.getByRole("form", { name: site.navigationTitle });
	const header = form.getByRole("region", { name: site.header });
	await header.getByRole("button", { name: interpolate(site.writeOwnName, { list: site.header }) }).click();
	const publish = form.getByRole("button", { name: site.publish, exact: true });
	for (const at of [5, 6, 7, 8]) {
		await header.getByRole("button", { name: interpolate(site.addName, { list: site.header }) }).click();
		const entry = header.getByRole("group", { name: interpolate(site.entry, { list: site.header, number: at }) });
		await entry.getByLabel(site.labelZh).fill(`第${at}个链接`);
		await entry.getByLabel(site.labelEn).fill(`Link number ${at}`);
		await entry.getByLabel(site.to).fill(at === 8 ? "javascript:alert(1)" : "/docs/guide/start");
	}
	await publish.click();
	const last = interpolate(site.entry, { list: site.header, number: 8 });
	await expect(
		form.getByText(interpolate(site.wrongEntry, { entry: last, what: site["body.bad-address"] })),
	).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	await header.getByRole("group", { name: last }).getByLabel(site.to).fill("/docs/e2e-nothing");
	await publish.click();
	await expect(form.getByText(site.done)).toBeVisible();
	await expect(form.getByText(`/index/${segment}/docs/e2e-nothing`)).toBeVisible();
	await header.getByRole("button", { name: interpolate(site.removeName, { entry: last }) }).click();
	await header.getByRole("button", { name: interpolate(site.addName, { list: site.header }) }).click();
	const elsewhere = header.getByRole("group", { name: last });
	await elsewhere.getByLabel(site.for).selectOption(segment);
	await elsewhere.getByLabel(segment === "zh" ? site.labelZh : site.labelEn).fill("Forum");
	await elsewhere.getByLabel(site.to).fill("https://forum.example.org/");
	await publish.click();
	await expect(form.getByText(site.done)).toBeVisible();

	const about = page.getByRole("form", { name: site.aboutTitle });
	await about.getByLabel(segment === "zh" ? site.titleZh : site.titleEn, { exact: true }).fill("Arch & Street");
	await about.getByRole("button", { name: site.publish, exact: true }).click();
	await expect(about.getByText(site.done)).toBeVisible();

	const reader = await context.newPage();
	const links = reader.getByRole("navigation", { name: app.areas }).getByRole("link");
	for (const width of [360, 800, 1280]) {
		await reader.setViewportSize({ width, height: 740 });
		await open(reader, `/${segment}`);
		await expect(links).toHaveCount(8);
		expect(await horizontalOverflow(reader), String(width)).toBe(0);
		expect(await axeViolations(reader), String(width)).toEqual([]);
	}
	await expect(links.last()).toHaveAttribute("href", "https://forum.example.org/");
	await expect(reader).toHaveTitle(/Arch & Street/);
	await links.nth(4).click();
	await expect(reader).toHaveURL(new RegExp(`/index/${segment}/docs/guide/start$`));
	await expect(links.nth(4)).toHaveAttribute("aria-current", "true");
	await open(reader, `/${language.other}`);
	await expect(reader.locator("header nav a:visible")).toHaveCount(7);

	await header.getByRole("button", { name: interpolate(site.useBuiltInName, { list: site.header }) }).click();
	await publish.click();
	await expect(form.getByText(site.done)).toBeVisible();
	await open(reader, `/${segment}`);
	await expect(links.first()).toHaveText(app.docs);
});

test("admin navigation on a phone shows the current item", async ({ page, language }) => {
	const { admin } = language.words;
	await page.setViewportSize({ width: 360, height: 740 });
	await enter(page, language, "row", "/admin/account");
	const parts = page.getByRole("navigation", { name: admin.parts });
	const of = (name: string) => parts.getByRole("link", { name, exact: true });
	await expect(of(admin.partAccount)).toBeInViewport({ ratio: 1 });
	await expect(of(admin.partPages)).not.toBeInViewport();
	expect((await parts.boundingBox())?.height).toBeLessThan(60);
	await of(admin.partPages).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.partPages);
	await expect(of(admin.partPages)).toBeInViewport({ ratio: 1 });
	await expect(of(admin.partAccount)).not.toBeInViewport();
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
});

test("Ctrl+K in the admin area finds commands and pages", async ({ page, language }) => {
	const { admin, palette } = language.words;
	const visitors: string[] = [];
	page.on("request", (request) => visitors.push(request.url()));
	await open(page, `/${language.segment}`);
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog")).toBeVisible();
	expect(visitors.filter((url) => /Palette|Commands/.test(url))).toEqual([]);
	await page.keyboard.press("Escape");

	await enter(page, language, "palette", "/admin");
	await page.getByRole("button", { name: admin.commands }).click();
	const dialog = page.getByRole("dialog", { name: palette.title });
	const field = dialog.getByRole("combobox");
	const options = dialog.getByRole("option");
	await expect(field).toBeFocused();
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("button", { name: admin.commands })).toBeFocused();

	// Runs commands with the keyboard only; a command is also found by its name in the other language.
	await page.keyboard.press("Control+k");
	await field.fill(language.segment === "zh" ? "wording" : "界面文字");
	await expect(options.first()).toHaveText(admin.partMessages);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.partMessages);
	await page.keyboard.press("Control+k");
	await field.fill(palette.newPage);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/admin\/pages#new$/);
	await expect(page.getByRole("form", { name: language.words.pages.new })).toBeVisible();

	// Finds a page by its path and opens it with a click, in a window of a phone's size.
	await viewTransitionDone(page);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.keyboard.press("Control+k");
	await field.fill("guide/start");
	await expect(options.filter({ hasText: "guide/start" }).first()).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBe(0);
	await options.filter({ hasText: "guide/start" }).first().click();
	await expect(page).toHaveURL(/\/admin\/pages\/[^/?]+\?locale=/);

	await viewTransitionDone(page);
	await page.setViewportSize({ width: 1280, height: 800 });
	await open(page, "/admin/users");
	await expect(page.getByRole("button", { name: admin.commands })).toBeVisible();
	await page.keyboard.press("Control+k");
	await field.fill("");
	await page.keyboard.press("ArrowUp");
	await expect(options.last()).toHaveAttribute("aria-selected", "true");
	await expect(options.last()).toHaveText(palette.logOut);
	await page.keyboard.press("Enter");
	await expect(page.getByLabel(language.words.shared.loginName)).toBeVisible();
});

test.describe("assistant on another site", () => {
	test.use({
		allowed:
			/asked another origin: http:\/\/(localhost|127\.0\.0\.1):|does not allow|frame-ancestors|status of (404|422)/,
	});

	test("only an allowed site can embed the assistant", async ({ page, context, language, baseURL }) => {
		const { assistant, site } = language.words;
		const { segment } = language;
		const foreign = await foreignSite(baseURL ?? "", segment);
		const { port } = foreign.address() as AddressInfo;
		await enter(page, language, "embed", "/admin/site");
		const about = page.getByRole("form", { name: site.aboutTitle });
		await about.getByLabel(site.embed).fill("https://example.org/path");
		await about.getByRole("button", { name: site.publish, exact: true }).click();
		await expect(about.getByText(site["body.bad-origin"])).toBeVisible();
		await about.getByLabel(site.embed).fill(`http://localhost:${port}`);
		await about.getByRole("button", { name: site.publish, exact: true }).click();
		await expect(about.getByText(site.done)).toBeVisible();

		const reader = await context.newPage();
		const sent: Record<string, string>[] = [];
		reader.on("request", (request) => {
			if (request.url().endsWith("/assistant/ask")) sent.push(request.headers());
		});
		await reader.goto(`http://localhost:${port}/`);
		const button = reader.getByRole("button", { name: segment === "zh" ? "询问助手" : "Ask the assistant" });
		await expect(button).toHaveAttribute("aria-expanded", "false");
		await button.press("Enter");
		await expect(button).toHaveAttribute("aria-expanded", "true");
		const frame = reader.frameLocator("iframe");
		const field = frame.getByLabel(assistant.question);
		await expect(field).toBeVisible();
		// Until hydration, Enter adds a line break.
		const [, embedded] = reader.frames();
		if (!embedded) throw new Error("the page has no frame");
		await hydrated(embedded);
		await field.fill(segment === "zh" ? "怎么恢复备份" : "How do I restore a backup?");
		await field.press("Enter");
		const source = frame.getByRole("figure").first().getByRole("link").first();
		await expect(source).toBeVisible();
		expect(sent).toHaveLength(1);
		expect(sent[0]).not.toHaveProperty("authorization");
		expect(sent[0]).not.toHaveProperty("cookie");
		expect(await axeViolations(reader)).toEqual([]);
		await reader.setViewportSize({ width: 360, height: 640 });
		expect(await horizontalOverflow(reader)).toBe(0);
		const opened = context.waitForEvent("page");
		await source.click();
		await expect(await opened).toHaveURL(new RegExp(`^${baseURL}/index/${segment}/docs/`));
		await frame.getByLabel(assistant.nextQuestion).press("Escape");
		await expect(button).toHaveAttribute("aria-expanded", "false");
		await expect(button).toBeFocused();

		await reader.goto(`http://127.0.0.1:${port}/`);
		await expect(reader.getByRole("heading")).toBeVisible();
		await expect(reader.getByRole("button")).toHaveCount(0);
		await reader.goto(`http://127.0.0.1:${port}/frame`);
		await expect(reader.frameLocator("iframe").getByLabel(assistant.question)).toHaveCount(0);
		foreign.close();
		await about.getByLabel(site.embed).fill("");
		await about.getByRole("button", { name: site.publish, exact: true }).click();
		await expect(about.getByText(site.done)).toBeVisible();
	});
});

/** Serves a site of another origin. Its content security policy allows only the script and the frame from `origin`. */
async function foreignSite(origin: string, segment: string): Promise<Server> {
	const policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}; base-uri 'none'; require-trusted-types-for 'script'`;
	const parts = {
		script: `<script src="${origin}/assistant/embed.js" async></script>`,
		frame: `<iframe title="Assistant" src="${origin}/index/${segment}/assistant/embed"></iframe>`,
	};
	const server = createServer(({ url }, response) => {
		const part = url === "/frame" ? parts.frame : parts.script;
		response.writeHead(url === "/favicon.ico" ? 404 : 200, {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": policy,
		});
		response.end(
			`<!doctype html><html lang="${segment}"><title>Other</title><main aria-label="Other site"><h1>Other site</h1>${part}</main></html>`,
		);
	});
	await new Promise<void>((ready) => server.listen(0, ready));
	return server;
}

async function enter(page: Page, language: Language, name: string, path: string): Promise<void> {
	await authenticate(page, account(language, name, "owner", `words-${language.segment}`));
	await open(page, path);
	await expect(page.getByRole("navigation", { name: language.words.admin.parts })).toBeVisible();
}

async function part(page: Page, language: Language, name: string): Promise<void> {
	await page
		.getByRole("navigation", { name: language.words.admin.parts })
		.getByRole("link", { name, exact: true })
		.click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}
