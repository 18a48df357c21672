// Rendering of uncached pages of 50 KB of Markdown: response time in milliseconds, the part of it that React in QuickJS
// takes, and pages per second with two render engines.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inTemporaryFolder, median, metric, pageOf, pailou, percentile, serve, table } from "./site.mjs";

const pages = 120;
const sections = 8;

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	for (const locale of ["en", "zh"]) {
		for (let n = 0; n < pages; n++) {
			const section = join(content, locale, `section-${n % sections}`);
			mkdirSync(section, { recursive: true });
			writeFileSync(join(section, `page-${n}.md`), pageOf(50_000, `Page ${n}`));
		}
	}
	const data = join(folder, "data");
	pailou("import", content, "--data", data);
	const site = await serve(data, { PAILOU_RENDER_ENGINES: "2" });
	await ask(site, "en", 0);

	const before = await renders(site);
	const took = [];
	for (let n = 1; n < pages; n++) took.push(await ask(site, "en", n));
	const after = await renders(site);
	const started = performance.now();
	await Promise.all(lanes(4).map((lane) => askAll(site, lane)));
	const perSecond = (pages / (performance.now() - started)) * 1000;
	await site.stop();

	console.log(`${pages - 1} pages of 50 KB of Markdown each, one after the other; goal: 25 ms`);
	table([
		["", "median ms", "p95 ms"],
		["request for an uncached page", median(took).toFixed(1), percentile(took, 0.95).toFixed(1)],
		[
			"of which the engine (with its API calls)",
			((after.time - before.time) / (after.count - before.count) / 1000).toFixed(1),
			"",
		],
	]);
	console.log(`two engines, four visitors: ${perSecond.toFixed(0)} pages per second`);
});

async function ask(site, locale, n) {
	const started = performance.now();
	const answer = await fetch(`${site.origin}/index/${locale}/docs/section-${n % sections}/page-${n}`);
	const html = await answer.text();
	if (!answer.ok || !html.includes(`Page ${n}`)) throw new Error(`page ${n}: ${answer.status}`);
	return performance.now() - started;
}

async function askAll(site, numbers) {
	for (const n of numbers) await ask(site, "zh", n);
}

function lanes(count) {
	const all = Array.from({ length: pages }, (_, n) => n);
	return Array.from({ length: count }, (_, lane) => all.filter((n) => n % count === lane));
}

async function renders({ origin }) {
	return {
		count: await metric(origin, "pailou_renders_total"),
		time: await metric(origin, "pailou_render_microseconds_total"),
	};
}
