// Time to import, render, and index N pages, compared with other generators that build the same pages.
//   node benches/content.mjs [N,N,…] [--all] [--dir DIR]
// `--all` runs the other generators at every size; `--dir` uses an existing folder instead of generated pages.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { writePages } from "./corpus.mjs";
import { builders } from "./generators.mjs";
import { binary, inTemporaryFolder, memory, metric, needBinary, processorTime, serve, table } from "./site.mjs";

const args = process.argv.slice(2);
const dir = args.includes("--dir") ? resolve(args[args.indexOf("--dir") + 1]) : undefined;
const sizes = args
	.find((arg) => /^[\d,]+$/.test(arg))
	?.split(",")
	.map(Number) ?? [200, 1000, 5000, 10_000];
/** Maximum number of pages for the other generators, which take minutes to hours for larger sites. */
const mostForPeers = args.includes("--all") ? Number.POSITIVE_INFINITY : 1000;

const rows = [["pages", "tool", "CPU s", "wall s", "peak MiB", "CPU ms / page", "what"]];
for (const size of dir ? [0] : sizes) {
	await inTemporaryFolder(async (folder) => {
		const content = dir ?? join(folder, "content");
		if (!dir) writePages(content, size);
		const files = readdirSync(content, { recursive: true }).filter((file) => /\.mdx?$/.test(file));
		const row = (tool, { cpu, wall, peak }, what) =>
			rows.push([
				files.length,
				tool,
				cpu.toFixed(1),
				wall.toFixed(1),
				peak.toFixed(0),
				((cpu / files.length) * 1000).toFixed(1),
				what,
			]);
		for (const [what, path] of [
			["import, index, every article", (key, locale) => `/api/v1/public/docs/${locale}/${key}?markdown=false`],
			["and every page of the site, rendered by React", (key, locale) => `/index/${locale}/docs/${key}`],
		]) {
			row("Pailou", await ours(content, join(folder, `data-${rows.length}`), path), what);
		}
		if (dir || size <= mostForPeers) {
			for (const { name, what, build } of builders) {
				console.error(`${name}, ${files.length} pages`);
				const command = build(content, files, join(folder, `peer-${rows.length}`));
				const used = await measured(command);
				if (used.failed) rows.push([files.length, name, "-", "-", "-", "-", `does not build: ${used.failed}`]);
				else row(name, used, what);
			}
		}
	});
}
console.log(dir ?? "generated pages of 9 KB, half Chinese and half English");
table(rows);

/** Imports the content, requests every page, and returns the processor time, the elapsed time, and the peak memory. */
async function ours(content, data, path) {
	needBinary();
	const imported = await measured({ program: binary, args: ["import", content, "--data", data], accept: [0, 1] });
	const start = performance.now();
	const site = await serve(data);
	if ((await metric(site.origin, "pailou_search_sections")) === 0) throw new Error("nothing was indexed");
	const addresses = await everyText(site.origin);
	await fourAtATime(addresses, async ({ locale, key }) => {
		const answer = await fetch(site.origin + path(key, locale));
		await answer.arrayBuffer();
		if (!answer.ok) throw new Error(`${locale} ${key}: ${answer.status}`);
	});
	const processor = processorTime(site.pid);
	const { peak } = memory(site.pid);
	await site.stop();
	return {
		cpu: imported.cpu + processor,
		wall: imported.wall + (performance.now() - start) / 1000,
		peak: Math.max(imported.peak, peak),
	};
}

async function everyText(origin) {
	const found = [];
	for (const locale of ["zh", "en"]) {
		for (let page = 1; ; page++) {
			const answer = await fetch(`${origin}/api/v1/public/docs?locale=${locale}&page=${page}&size=200`);
			const texts = await answer.json();
			const own = texts.filter((text) => text.url.startsWith(`/index/${locale}/`));
			found.push(...own.map(({ url }) => ({ locale, key: url.replace(/^\/index\/..\/docs\/?/, "") })));
			if (texts.length < 200) break;
		}
	}
	return found;
}

async function fourAtATime(list, use) {
	const waiting = [...list];
	const worker = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) await use(next);
	};
	await Promise.all([1, 2, 3, 4].map(worker));
}

/**
 * Runs a command. Returns the processor time of the command and its children in seconds, the elapsed time in seconds,
 * and the peak memory of the largest process in MiB; or, if the command fails, the error message as `failed`.
 */
async function measured({ program, args, cwd, env, accept = [0] }) {
	if (spawnSync("/usr/bin/time", ["--version"]).error)
		throw new Error("/usr/bin/time is missing: install the package time");
	const format = "\ntook %U %S %e %M";
	const child = spawn("/usr/bin/time", ["-f", format, program, ...args], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (text) => {
			output = (output + text).slice(-20_000);
		});
	}
	const status = await new Promise((done) => child.once("close", done));
	const [, user, system, wall, peak] = output.match(/took ([\d.]+) ([\d.]+) ([\d.]+) (\d+)/) ?? [];
	if (!accept.includes(status)) {
		if (process.env.VERBOSE) console.error(output);
		const sentence = output.split("\n").find((line) => /error/i.test(line)) ?? "";
		return {
			failed: stripVTControlCharacters(sentence).trim().slice(0, 80) || `status ${status}`,
		};
	}
	return { cpu: Number(user) + Number(system), wall: Number(wall), peak: Number(peak) / 1024 };
}
