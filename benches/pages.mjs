// Lighthouse scores of every kind of page in both languages, compared with the same documentation page in Docusaurus,
// VitePress, and Starlight. By default, Lighthouse simulates a phone with slow 4G and a slow processor.
//   RUNS=5 PAGES='docs|VitePress' just bench pages
// PAGES selects rows by name. Each of the RUNS rounds opens every page once. The results of a page are those of its run
// with the median performance score.
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findChromium, flags } from "../scripts/chromium.mjs";
import { lighthouse, newerNode, versions } from "./peers.mjs";
import { inTemporaryFolder, serve, table } from "./site.mjs";
import { page, serveStarter, starters } from "./starters.mjs";

const runs = Number(process.env.RUNS ?? 3);
const pattern = new RegExp(process.env.PAGES ?? "", "i");
const goal = 100;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const words = { zh: "搜索", en: "search" };
/** `Accept-Language` for pages without a language in their URL. */
const accepted = { zh: "zh-CN,zh;q=0.9", en: "en-US,en;q=0.9" };

const areas = {
	landing: (locale) => `/index/${locale}`,
	docs: (locale) => `/index/${locale}/docs/${page}`,
	search: (locale) => `/index/${locale}/docs?q=${encodeURIComponent(words[locale])}`,
	assistant: (locale) => `/index/${locale}/assistant`,
	datastat: () => "/index/datastat",
	localization: () => "/index/localization",
};

await inTemporaryFolder(async (folder) => {
	const site = await serve(join(folder, "data"));
	const stops = [site.stop];
	try {
		const pages = Object.entries(areas).flatMap(([area, path]) =>
			["zh", "en"].map((locale) => ({
				name: `${area} ${locale}`,
				url: site.origin + path(locale),
				headers: { "Accept-Language": accepted[locale] },
			})),
		);
		const ours = pages.filter(({ name }) => pattern.test(name));
		// Requests each page once, so that the measured visit does not include the first rendering.
		for (const { url, headers } of ours) await (await fetch(url, { headers })).text();
		const icon = await (await fetch(`${site.origin}/index/favicon.svg`)).text();
		const theirs = [];
		for (const starter of starters.filter(({ name }) => pattern.test(name))) {
			console.error(`building ${starter.name}`);
			const { url, stop } = await serveStarter(starter, join(folder, `starter-${theirs.length}`), icon);
			stops.push(stop);
			theirs.push({ name: starter.name, url, headers: { "Accept-Language": accepted.en } });
		}
		print(ours, theirs, await measure([...ours, ...theirs], folder));
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
});

async function measure(pages, folder) {
	const found = new Map(pages.map(({ name }) => [name, []]));
	// The first start of the browser is not measured, because it reads the browser's files from the disk.
	if (pages.length > 0) await visit(pages[0].url, pages[0].headers, folder);
	for (let run = 1; run <= runs; run++) {
		for (const { name, url, headers } of pages) {
			console.error(`run ${run} of ${runs}: ${name}`);
			found.get(name).push(await visit(url, headers, folder));
		}
	}
	return found;
}

/** Runs Lighthouse, and repeats a run that Lighthouse reports as incomplete. */
async function visit(url, headers, folder) {
	const temporary = join(folder, "chromium");
	mkdirSync(temporary, { recursive: true });
	for (let attempt = 1; ; attempt++) {
		try {
			return metricsOf(await report(url, headers, temporary));
		} catch (error) {
			const { stderr, message } = error;
			console.error(`${url}: ${stderr?.trim() || message}`);
			if (attempt === 3) throw new Error(`Lighthouse does not measure ${url}`);
		}
	}
}

/** Runs Lighthouse in a separate process, because it may require a newer Node.js, and with an empty browser profile. */
async function report(url, headers, temporary) {
	const args = [
		join(lighthouse(), "node_modules/lighthouse/cli/index.js"),
		url,
		"--quiet",
		"--no-enable-error-reporting",
		"--output=json",
		`--only-categories=${categories}`,
		`--extra-headers=${JSON.stringify(headers)}`,
		`--chrome-flags=${["--headless=new", ...flags].join(" ")}`,
	];
	const env = { ...process.env, CHROME_PATH: findChromium(), TMPDIR: temporary };
	const { stdout } = await promisify(execFile)(newerNode(), args, { env, maxBuffer: 1 << 28 });
	return JSON.parse(stdout);
}

function metricsOf({ audits, categories: scores, environment }) {
	if (categories.some((id) => scores[id].score === null)) throw new Error("a category has no score");
	const value = (id) => audits[id].numericValue;
	return {
		scores: categories.map((id) => Math.round(scores[id].score * 100)),
		failed: categories.flatMap((id) => failedOf(scores[id], audits)),
		machine: Math.round(environment.benchmarkIndex),
		lcp: value("largest-contentful-paint"),
		tbt: value("total-blocking-time"),
		cls: value("cumulative-layout-shift"),
		bytes: value("total-byte-weight"),
		requests: audits["network-requests"].details.items.filter((item) => item.url.startsWith("http")).length,
	};
}

/** Returns the failed audits that lowered a category's score, and failed insights and diagnostics without weight. */
function failedOf({ id: category, score, auditRefs }, audits) {
	if (score === 1) return [];
	return auditRefs
		.filter(({ id, weight, group }) => {
			const { score: own, scoreDisplayMode: mode } = audits[id];
			const counts = weight > 0 || group === "insights" || group === "diagnostics";
			return counts && (mode === "error" || (own !== null && own < 1));
		})
		.map(({ id, weight }) => {
			const { title, displayValue, details, errorMessage, score: own } = audits[id];
			const counted = weight > 0 && own !== null && `scores ${Math.round(own * 100)}`;
			const line = `${category}/${id}: ${[title, displayValue, counted, errorMessage].filter(Boolean).join("; ")}`;
			return { line, places: [...new Set(flat(details?.items).map(placeOf).filter(Boolean))] };
		});
}

/** Flattens nested tables and checklists of an audit. Omits headings, because they contain no element or URL. */
function flat(items = []) {
	if (!Array.isArray(items)) return Object.values(items).filter(({ value }) => value === false);
	return items.flatMap((item) => {
		const inner = item.items ?? item.value?.items ?? item.subItems?.items;
		const itself = item.type === "list-section" || (inner && !item.node && !item.url) ? [] : [item];
		return inner ? [...itself, ...flat(inner)] : itself;
	});
}

/** Describes a Lighthouse item: its element, URL, or other details, and its cost. */
function placeOf({ node, source, sourceLocation, url, ...item }) {
	const element = node ?? (source?.snippet ? source : undefined);
	const milliseconds = item.wastedMs ?? item.total ?? item.duration ?? item.reflowTime;
	const line = ({ url, line, column } = {}) => url && (line >= 0 ? `${url}:${line + 1}:${column + 1}` : url);
	const parts = [
		element && `${element.selector ?? ""} ${element.snippet}`,
		...[
			url,
			source?.value,
			line(source),
			line(sourceLocation),
			item.label,
			item.groupLabel,
			item.description,
			item.reason,
		],
		milliseconds && `${Math.round(milliseconds)} ms`,
		item.wastedBytes && `${(item.wastedBytes / 1000).toFixed(1)} KB`,
	];
	const words = parts.filter((word) => typeof word === "string" && word);
	return words.join("  ").replace(/\s+/g, " ").trim().slice(0, 300);
}

function print(ours, theirs, found) {
	const middle = new Map([...found].map(([name, all]) => [name, middleOf(all)]));
	const row = ({ name }) => {
		const { scores, lcp, tbt, cls, bytes, requests, machine } = middle.get(name);
		const rounded = [lcp.toFixed(0), tbt.toFixed(0), cls.toFixed(3), (bytes / 1000).toFixed(1), requests, machine];
		return [name, ...scores, ...rounded];
	};
	const head = ["page", "perf", "a11y", "best", "seo", "LCP ms", "TBT ms", "CLS", "KB", "requests", "machine"];
	const { lighthouse: version } = versions;
	console.log(`Lighthouse ${version}, simulated phone, ${runs} runs each, brotli; goal: ${goal} in every category`);
	console.log("machine: Lighthouse's benchmark index during the run; TBT is comparable only at equal indexes");
	table([head, ...ours.map(row), ...theirs.map(row)]);

	const docs = middle.get("docs en");
	if (docs && theirs.length > 0) {
		console.log("\nratio of docs en to the same page of each generator; goal: ≤ 1");
		const ratios = theirs.map(({ name }) => {
			const peer = middle.get(name);
			const { what } = starters.find((starter) => starter.name === name);
			return [name, (docs.lcp / peer.lcp).toFixed(2), (docs.bytes / peer.bytes).toFixed(2), what];
		});
		table([["", "LCP", "bytes", "search"], ...ratios]);
	}

	for (const { name, url } of [...ours, ...theirs]) {
		const all = found.get(name);
		// If an audit failed in several runs, the details are those of the median run.
		const ordered = [...all.filter((run) => run !== middle.get(name)), middle.get(name)];
		const failed = new Map(ordered.flatMap((run) => run.failed).map((audit) => [audit.line.split(":")[0], audit]));
		if (failed.size > 0) console.log(`\n${name}, ${url}`);
		for (const [id, { line, places }] of failed) {
			const times = all.filter((run) => run.failed.some((audit) => audit.line.startsWith(`${id}:`))).length;
			console.log(`  ${line}${times < all.length ? ` (${times} of ${all.length} runs)` : ""}`);
			for (const location of places.slice(0, 8)) console.log(`    ${location}`);
			if (places.length > 8) console.log(`    and ${places.length - 8} more`);
		}
	}
}

/** Median run by performance score; among equal scores, by largest contentful paint. */
function middleOf(all) {
	const sorted = all.toSorted((a, b) => a.scores[0] - b.scores[0] || b.lcp - a.lcp);
	return sorted[Math.floor(sorted.length / 2)];
}
