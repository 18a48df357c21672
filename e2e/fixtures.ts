// Fixtures of all tests. `language` has the messages of the test's language. An automatic check rejects pages that log
// an error or a warning, violate the content security policy, or send a request to another origin.
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import {
	type APIRequestContext,
	test as base,
	type ConsoleMessage,
	expect,
	type Frame,
	type Locator,
	type Page,
} from "@playwright/test";
import { type Words, words } from "./words.ts";

export type Segment = "zh" | "en";

export const owner = { username: "ann", password: "arch over the street" };

export type Account = typeof owner;

/** The language of the test, with its messages, and the other language. */
export interface Language {
	segment: Segment;
	other: Segment;
	tag: "zh-CN" | "en-US";
	words: Words;
	/** Site title in the language of the test, and the native name of the other language. */
	name: string;
	otherName: string;
}

interface Fixtures {
	language: Language;
	/** Errors, warnings, and requests to other origins that this test allows. Any others fail the test. */
	allowed: RegExp;
	watched: undefined;
}

export const test = base.extend<Fixtures>({
	// Each test has its own client address, because rate limits are per address.
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
	extraHTTPHeaders: async ({}, use, { testId, repeatEachIndex }) => {
		const digits = (Number.parseInt(testId.replace(/\W/g, "").slice(-6), 16) || 1) + repeatEachIndex * 0x9e37;
		await use({ "x-forwarded-for": `10.${(digits >> 16) & 255}.${(digits >> 8) & 255}.${digits & 255}` });
	},

	language: async ({ locale }, use) => {
		const segment = locale?.startsWith("zh") ? "zh" : "en";
		const inZh = segment === "zh";
		await use({
			segment,
			other: inZh ? "en" : "zh",
			tag: inZh ? "zh-CN" : "en-US",
			words: words[segment],
			name: inZh ? "牌楼" : "Pailou",
			otherName: inZh ? "English" : "中文",
		});
	},

	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
	allowed: async ({}, use) => use(/^$/),

	watched: [
		async ({ context, allowed, baseURL }, use) => {
			const seen: string[] = [];
			await context.addInitScript(() => {
				document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
					console.error(`content policy: ${violatedDirective} ${blockedURI} ${sample}`),
				);
			});
			context.on("console", (message) => seen.push(...troubleIn(message)));
			context.on("weberror", (error) => seen.push(String(error.error())));
			context.on("request", (request) => {
				if (!request.url().startsWith(`${baseURL}/`) && /^(https?|wss?):/.test(request.url()))
					seen.push(`asked another origin: ${request.url()}`);
			});
			await use(undefined);
			expect(seen.filter((line) => !allowed.test(line))).toEqual([]);
		},
		{ auto: true },
	],
});

export { expect };

function troubleIn(message: ConsoleMessage): string[] {
	if (message.type() !== "error" && message.type() !== "warning") return [];
	// Service workers are blocked in tests, except in those of offline reading.
	if (message.text().startsWith("Service Worker registration blocked")) return [];
	return [`${message.type()}: ${message.text()} (${message.location().url})`];
}

/** Fills the placeholders of a message, as the site does. A placeholder without a value is kept. */
export function interpolate(sentence: string, holes: Record<string, string | number>): string {
	return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole));
}

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
	await page.goto(`/index${path}`);
	await hydrated(page);
}

/** Waits until a page, or the page in a frame, is hydrated and all event listeners are registered. */
export async function hydrated(page: Page | Frame): Promise<void> {
	await page.waitForFunction(() => performance.getEntriesByName("alive").length > 0);
}

/** Fills and submits the login form of the page or of a dialog. */
export async function logIn(page: Page | Locator, words: Words["shared"], account: typeof owner): Promise<void> {
	await page.getByLabel(words.loginName).fill(account.username);
	await page.getByLabel(words.loginPassword).fill(account.password);
	await page.getByRole("button", { name: words.loginSubmit, exact: true }).click();
}

/**
 * Logs in with the API, which takes less time than the form: the first page that is opened afterwards has the session.
 * Returns the session token. After the page has logged out, use the form: with the remaining cookies, the API requires
 * a CSRF token.
 */
export async function authenticate(page: Page, account: Account): Promise<string> {
	const token = await tokenOf(page.request, account);
	await page.addInitScript((token) => {
		if (self !== top || sessionStorage.getItem(token)) return;
		sessionStorage.setItem(token, "used");
		localStorage.setItem("website_token", token);
	}, token);
	return token;
}

/** Logs in as a new owner of the site `writing`; returns the session token. */
export function authenticateOwner(page: Page, language: Language, name: string): Promise<string> {
	return authenticate(page, account(language, name, "owner", "writing"));
}

/** Uses the command line to create a user for the tests of this language, on the main site or on the site `site`. */
export function account({ segment }: Language, name: string, role: string, site = ""): Account {
	const username = `${segment}-${name}`;
	const data = join(process.env.DATA ?? "", site);
	const database = process.env[`${site.replace("-", "_").toUpperCase()}_DATABASE`];
	const location = database ? ["--data", data, "--database", database] : ["--data", data];
	const args = ["user", "add", username, "--role", role, "--password-stdin", ...location];
	execFileSync(process.env.BINARY ?? "", args, { input: owner.password });
	return { username, password: owner.password };
}

export async function tokenOf(request: APIRequestContext, data: Account): Promise<string> {
	const answer = await request.post("/api/v1/login", { data });
	expect(answer.ok(), await answer.text()).toBe(true);
	return (await answer.json()).token;
}

/**
 * Returns the axe violations of the page: for each rule its id and the elements. By default, axe combines the results
 * of all frames in a new page, which takes as long as the analysis. A page without frames does not need the new page.
 */
export async function axeViolations(page: Page): Promise<string[][]> {
	const hasFrames = page.frames().length > 1;
	const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze();
	return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

/** Waits for the end of a view transition, during which the window cannot be resized. */
export async function viewTransitionDone(page: Page): Promise<void> {
	await page.waitForFunction(() => !("activeViewTransition" in document && document.activeViewTransition));
}

/** Number of pixels by which the page is wider than the window. */
export function horizontalOverflow(page: Page): Promise<number> {
	return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Width in pixels of the cut-off part of a line, not rounded: a fraction of a pixel is enough for an ellipsis. */
export function cutOff(box: Element): number {
	const text = document.createRange();
	text.selectNodeContents(box);
	return Math.max(0, text.getBoundingClientRect().width - box.getBoundingClientRect().width);
}

/** Paths of all public pages in one language. */
export function publicPages(segment: Segment): [name: string, path: string][] {
	return [
		["landing", `/${segment}`],
		["news", `/${segment}/news`],
		["news-entry", `/${segment}/news/2026-11-22-blocks`],
		["docs", `/${segment}/docs`],
		["article", `/${segment}/docs/guide/start`],
		["markdown", `/${segment}/docs/write/markdown`],
		["parallel", `/${segment}/docs/translate/two-languages?view=parallel`],
		["results", `/${segment}/docs?q=${segment === "zh" ? "翻译" : "import"}`],
		["no-results", `/${segment}/docs?q=zzzzqqqq`],
		["assistant", `/${segment}/assistant`],
		["localization", "/localization"],
		["datastat", "/datastat"],
		["admin", "/admin"],
		["not-found", `/${segment}/nothing`],
	];
}

/** The current time step of one-time passwords. */
export function totpStep(): number {
	return Math.floor(Date.now() / 30_000);
}

/** One-time password (RFC 6238): six digits, SHA-1, time step of 30 seconds. */
export function totp(secret: string, step: number): string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const bits = [...secret.replace(/\s/g, "")].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
	const bytes = bits.join("").match(/.{8}/g) ?? [];
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
	const mac = createHmac("sha1", key).update(counter).digest();
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
	return String(number % 1_000_000).padStart(6, "0");
}
