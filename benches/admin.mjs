// Benchmark of the admin area with 10,000 texts (a text is a page in one language): the list of pages, saving a text
// of 1,000 segments, a login compared with argon2id alone, and the longest main-thread task when the editor opens 200
// segments in each language.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/chromium.mjs";
import { writePages } from "./corpus.mjs";
import { inTemporaryFolder, login, pailou, pailouWithInput, percentile, serve, table } from "./site.mjs";

const size = Number(process.argv[2] ?? 10_000);
const times = Number(process.env.TIMES ?? 60);
const password = "a gate of two sides";
const admin = "/api/v1/admin/pages";

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	const data = join(folder, "data");
	writePages(content, size);
	writePair(content, "long", 1_000);
	writePair(content, "pair", 200);
	pailou("import", content, "--data", data);
	pailouWithInput(password, "user", "add", "ann", "--role", "owner", "--password-stdin", "--data", data);
	const site = await serve(data);
	const token = await login(site.origin, password);
	const rows = [["what", "p50 ms", "p95 ms", "most ms", "goal p95 ms"]];
	const add = (name, list, goal = "") => {
		const percentiles = [0.5, 0.95, 1].map((share) => percentile(list, share).toFixed(1));
		rows.push([name, ...percentiles, goal]);
		console.error(`${name}: ${percentiles.join(" / ")}`);
	};
	await views(site.origin);
	for (const [name, query] of Object.entries({
		"list: changed last": "",
		"list: most read": "?sort=views",
		"list: outdated": "?state=outdated",
		"list: no translation": "?state=not_translated",
		"list: words": "?q=page-77",
		"list: the last page": `?sort=path&page=${Math.floor(size / 2 / 20)}`,
	})) {
		const ask = () => get(site.origin, token, admin + query);
		add(name, await timed(times, ask), 50);
	}
	const long = await find(site.origin, token, "long");
	add("open 1,000 segments in both languages", await timed(times, () => get(site.origin, token, `${admin}/${long}`)));
	let page = await get(site.origin, token, `${admin}/${long}`);
	let { revision, text } = page.en;
	const save = async (n) => {
		text = text.replace(/Sentence 500[^\n]*/, `Sentence 500 is the one that changes for the ${n}th time.`);
		const answer = await send(site.origin, token, "PUT", `${admin}/${long}/en/draft`, { text }, revision);
		revision = answer.revision;
	};
	add("save a draft of 1,000 segments", await timed(times, save), 100);
	const look = () => send(site.origin, token, "POST", `${admin}/${long}/en/preview`, { text });
	add("preview of 1,000 segments", await timed(times, look));
	add("what publishing changes", await timed(times, () => get(site.origin, token, `${admin}/${long}/en/changes`)));
	const publish = async (n) => {
		await save(`${n}.`);
		const answer = await send(site.origin, token, "POST", `${admin}/${long}/en/publish`, {}, revision);
		revision = answer.revision;
	};
	add("save and publish 1,000 segments", await timed(Math.min(times, 20), publish));
	const alone = argon2();
	if (alone.length > 0) add("argon2id alone, 19 MiB, two passes", alone);
	// The rate limit allows ten logins in quick succession. This script sends nine: one above, three for the warm-up, and
	// five that are measured.
	add("login", await timed(5, () => login(site.origin, password)));
	page = await find(site.origin, token, "pair");
	const busy = await opened(site.origin, token, page);
	add("longest task while 200 segments open", busy, 50);
	await site.stop();
	console.log(`${size} texts of 9 KB`);
	table(rows);
});

/** Writes a page in both languages. Each text has `segments` segments: the title and `segments - 1` paragraphs. */
function writePair(content, path, segments) {
	for (const [locale, sentence] of Object.entries({
		zh: (n) => `第 ${n} 句写明这座牌楼如何保持两面一致，并且不需要重新构建。`,
		en: (n) => `Sentence ${n} says how the gate keeps both of its sides the same without a build.`,
	})) {
		const file = join(content, locale, `${path}.md`);
		mkdirSync(dirname(file), { recursive: true });
		const body = Array.from({ length: segments - 1 }, (_, n) => sentence(n + 1));
		writeFileSync(file, `# ${path}\n\n${body.join("\n\n")}\n`);
	}
}

/** Reports page views to the statistics. */
async function views(origin) {
	const headers = { "content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox/140.0" };
	for (let n = 0; n < 20; n++) {
		const body = JSON.stringify({ url: `/index/en/docs/part-${n}/page-${n}`, id: `bench-${n}` });
		await fetch(`${origin}/api/v1/public/datastat/collect`, { method: "POST", headers, body });
	}
}

async function timed(count, act) {
	const list = [];
	for (let n = -3; n < count; n++) {
		const start = performance.now();
		await act(n + 3);
		// The first requests are a warm-up.
		if (n >= 0) list.push(performance.now() - start);
	}
	return list;
}

async function get(origin, token, path) {
	return send(origin, token, "GET", path);
}

async function send(origin, token, method, path, body, seen) {
	const headers = { authorization: token, "content-type": "application/json" };
	if (seen) headers["if-match"] = `"${seen}"`;
	const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
	return JSON.parse(text);
}

async function find(origin, token, path) {
	const rows = await get(origin, token, `${admin}?q=${path}&sort=path`);
	return rows.find((row) => row.en?.path === path).id;
}

/** Times of Debian's `argon2` with the server's parameters, in milliseconds; empty if it is not installed. */
function argon2() {
	const list = [];
	for (let n = 0; n < 8; n++) {
		const args = ["saltsaltsalt", "-id", "-t", "2", "-k", "19456", "-p", "1"];
		const { status, stdout } = spawnSync("argon2", args, { input: password, encoding: "utf8" });
		if (status !== 0) {
			console.error("no `argon2` on this machine: nothing to compare the login with (Debian: apt-get install argon2)");
			return [];
		}
		list.push(Number(/([\d.]+) seconds/.exec(stdout)[1]) * 1000);
	}
	return list;
}

/** Opens the editor five times; returns the longest main-thread task of each run, in milliseconds. */
async function opened(origin, token, id) {
	const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
	const longest = [];
	for (let n = 0; n < 5; n++) {
		const context = await browser.newContext({ locale: "en-US" });
		const page = await context.newPage();
		await page.addInitScript((token) => {
			localStorage.setItem("website_token", token);
			window.tasks = [0];
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) window.tasks.push(duration);
			}).observe({ type: "longtask", buffered: true });
		}, token);
		await page.goto(`${origin}/index/admin/pages?q=pair&sort=path`);
		const link = page.locator(`main a[href*="${id}"]`).first();
		await link.waitFor();
		// Discards the tasks that loaded the interface, so that only the opening of the editor is measured.
		await page.evaluate(() => window.tasks.splice(0));
		await link.click();
		await page.locator(".cm-line").nth(9).waitFor();
		await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
		longest.push(Math.max(0, ...(await page.evaluate(() => window.tasks))));
		await context.close();
	}
	await browser.close();
	return longest;
}
