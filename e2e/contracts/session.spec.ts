// The session token: which requests contain it, and what happens after it has expired.
import type { APIRequestContext, Page, Route } from "@playwright/test";
import { expect, logIn, open, owner, test } from "../fixtures.ts";

const token = (page: Page) => page.evaluate(() => localStorage.getItem("website_token"));

async function newToken(request: APIRequestContext): Promise<string> {
	const answer = await request.post("/api/v1/login", { data: owner });
	return (await answer.json()).token;
}

test("session survives a reload; token is sent to /api only", async ({ page, context, language }) => {
	const { admin, shared } = language.words;
	await open(page, "/admin");
	await logIn(page, shared, owner);
	await expect(page.getByText(admin.roleOwner, { exact: true })).toBeVisible();
	const storedToken = await token(page);
	expect(storedToken).toMatch(/^\S{20,}$/);

	const sent: { path: string; method: string; headers: Record<string, string> }[] = [];
	page.on("request", (request) =>
		sent.push({ path: new URL(request.url()).pathname, method: request.method(), headers: request.headers() }),
	);
	await page.reload();
	await expect(page.getByText(admin.roleOwner, { exact: true })).toBeVisible();
	await page.getByRole("link", { name: admin.toDatastat }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(language.words.datastat.title);

	const scripts = sent.filter(({ path }) => path !== "/api/v1/public/config/raw/global_style.css");
	expect(scripts.some(({ path }) => path.startsWith("/api"))).toBe(true);
	for (const { path, headers } of scripts)
		expect(headers.authorization, path).toBe(path.startsWith("/api") ? storedToken : undefined);

	const cookie = (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN");
	expect(cookie?.value).toBeTruthy();
	const changes = scripts.filter(({ method }) => method !== "GET");
	expect(changes.length).toBeGreaterThan(0);
	for (const { path, headers } of changes) expect(headers["x-xsrf-token"], path).toBe(cookie?.value);

	await page.goBack();
	await page.getByRole("button", { name: admin.logout }).click();
	await expect(page.getByLabel(shared.loginName)).toBeVisible();
	expect(await token(page)).toBeNull();
});

test("request without a token has no authorization header", async ({ page, language }) => {
	const headers: Record<string, string>[] = [];
	page.on("request", (request) => headers.push(request.headers()));
	await open(page, "/en");
	await page.getByRole("banner").getByRole("link", { name: language.words.app.datastat }).click();
	await expect(page).toHaveURL(/\/datastat$/);
	for (const { authorization } of headers) expect(authorization).toBeUndefined();
});

test("login and logout apply to other tabs", async ({ page, context, request, language }) => {
	const { admin, app } = language.words;
	await open(page, "/en");
	const fresh = await newToken(request);
	const other = await context.newPage();
	await open(other, "/en");
	await other.evaluate((value) => localStorage.setItem("website_token", value), fresh);
	await expect(page.getByRole("banner").getByRole("link", { name: app.admin })).toBeVisible();
	await open(other, "/admin");
	await other.getByRole("button", { name: admin.logout }).click();
	await expect(page.getByRole("banner").getByRole("link", { name: app.login })).toBeVisible();
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("login form without a script shows a notice and sends nothing", async ({ page, language }) => {
		const { admin, shared } = language.words;
		const sent: string[] = [];
		page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
		await page.goto("/index/admin");
		// The notice is selected by its element, because tests cannot find `noscript` content by its text.
		const notice = page.getByRole("main").locator("noscript > p");
		await expect(notice).toBeVisible();
		expect(await notice.textContent()).toBe(admin.needsScript);
		await expect(page.getByRole("button", { name: shared.loginSubmit, exact: true })).toBeHidden();
		await page.getByLabel(shared.loginName).fill(owner.username);
		await page.getByLabel(shared.loginPassword).fill(owner.password);
		await page.keyboard.press("Enter");
		await expect(page.getByLabel(shared.loginName)).toHaveValue(owner.username);
		expect(sent).toEqual([]);
	});
});

const tour = ["localization", "datastat", "assistant"] as const;

test.describe("with an expired session", () => {
	test.use({ allowed: /status of 401/ });

	test("ten 401 responses open one login dialog and keep the input", async ({ page, language }) => {
		const { app, assistant, login, shared } = language.words;
		await page.addInitScript(() => {
			if (!sessionStorage.getItem("seen")) localStorage.setItem("website_token", "worth-nothing");
			sessionStorage.setItem("seen", "yes");
		});
		// Ten requests for page views are held, and then rejected together.
		const waiting: Route[] = [];
		await page.route("**/datastat/collect", (route) => void waiting.push(route));
		// Answers the other requests that the visited areas send for logged-in users.
		await page.route(/localization\/dictionary|datastat\/searches/, (route) => route.fulfill({ json: [] }));
		await open(page, "/en/docs/write");
		const areas = page.getByRole("navigation", { name: app.areas });
		for (const area of [...tour, ...tour, ...tour]) {
			await areas.getByRole("link", { name: app[area] }).click();
			await expect(areas.locator("[aria-current]")).toHaveText(app[area]);
		}
		await page.getByLabel(assistant.question).fill("half a question");
		await expect.poll(() => waiting.length).toBe(10);
		await Promise.all(waiting.map((route) => route.fulfill({ status: 401, body: "" })));

		const dialog = page.getByRole("dialog");
		await expect(dialog).toHaveAccessibleName(login.expiredTitle);
		await expect(dialog).toHaveCount(1);
		expect(await token(page)).toBeNull();
		await page.unroute("**/datastat/collect");
		await logIn(page, shared, owner);
		await expect(dialog).toHaveCount(0);
		expect(await token(page)).toMatch(/^\S{20,}$/);
		await expect(page.getByLabel(assistant.question)).toHaveValue("half a question");
		await expect(page).toHaveURL(/\/en\/assistant$/);
	});

	test("page opened with an expired session shows one login form", async ({ page, language }) => {
		const { admin, shared } = language.words;
		await page.addInitScript(() => localStorage.setItem("website_token", "worth-nothing"));
		await open(page, "/admin");
		await expect(page.getByText(admin.login)).toBeVisible();
		expect(await token(page)).toBeNull();
		await expect(page.getByRole("dialog")).toHaveCount(0);
		await expect(page.getByLabel(shared.loginName)).toHaveCount(1);
	});

	test("page stays readable after the login dialog is closed", async ({ page, language }) => {
		const { assistant, login } = language.words;
		await page.addInitScript(() => localStorage.setItem("website_token", "worth-nothing"));
		await page.route("**/datastat/collect", (route) => route.fulfill({ status: 401, body: "" }));
		await open(page, "/en/assistant");
		const dialog = page.getByRole("dialog", { name: login.expiredTitle });
		await expect(dialog).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(dialog).toHaveCount(0);
		await expect(page.getByLabel(assistant.question)).toBeVisible();
	});
});

test.describe("with a wrong password", () => {
	test.use({ allowed: /status of 401/ });

	test("wrong password is reported in the form", async ({ page, language }) => {
		const { shared } = language.words;
		await open(page, "/admin");
		await page.getByLabel(shared.loginName).fill(owner.username);
		await page.getByLabel(shared.loginPassword).fill("not the password");
		await page.getByRole("button", { name: shared.loginSubmit, exact: true }).click();
		await expect(page.getByRole("alert")).toHaveText(shared["login-failed"]);
		await expect(page.getByRole("dialog")).toHaveCount(0);
		await expect(page.getByLabel(shared.loginName)).toHaveValue(owner.username);
	});
});

const blocks: [name: string, script: () => void][] = [
	[
		"blocked storage",
		() =>
			Object.defineProperty(window, "localStorage", {
				get() {
					throw new DOMException("blocked", "SecurityError");
				},
			}),
	],
	[
		"full storage",
		() => {
			Storage.prototype.setItem = () => {
				throw new DOMException("full", "QuotaExceededError");
			};
		},
	],
];

for (const [name, script] of blocks) {
	test(`login and theme selection work with ${name}`, async ({ page, language }) => {
		const { admin, app, shared } = language.words;
		await page.addInitScript(script);
		await open(page, "/admin");
		await page.getByRole("button", { name: app.themeSystem }).click();
		await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
		await logIn(page, shared, owner);
		await expect(page.getByText(admin.roleOwner, { exact: true })).toBeVisible();
	});
}
