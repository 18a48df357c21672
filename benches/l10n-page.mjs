// Benchmark of the translation status with 10,000 pages in two languages: the server-rendered page, without cache hits,
// and its endpoints.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inTemporaryFolder, pailou, percentile, serve, table } from "./site.mjs";

const size = Number(process.argv[2] ?? 10_000);
const times = Number(process.env.TIMES ?? 40);
const warmUp = 3;
const api = "/api/v1/public/localization";
/** Every 20th page is outdated, and every 33rd page has no Chinese text. */
const outdatedEvery = 20;
const missingEvery = 33;

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	const data = join(folder, "data");
	writeSite(content, false);
	pailou("import", content, "--data", data);
	writeSite(content, true);
	pailou("import", content, "--data", data);
	const site = await serve(data);
	await views(site.origin);
	const rows = [["what", "p50 ms", "p95 ms", "most ms", "processor ms", "goal p95 ms"]];
	const add = async (name, path, goal = "") => {
		const before = processorTime(site.pid);
		const list = await timed(site.origin, path);
		const processor = (processorTime(site.pid) - before) / (times + warmUp);
		const percentiles = [...[0.5, 0.95, 1].map((share) => percentile(list, share)), processor].map((ms) =>
			ms.toFixed(1),
		);
		rows.push([name, ...percentiles, goal]);
		console.error(`${name}: ${percentiles.join(" / ")}`);
	};
	await add("page, not cached", "/index/localization?sort=", 100);
	await add("list of pages, not cached", "/index/localization?view=pages&q=page-77");
	await add("overview", `${api}/overview`);
	await add("pages by priority", `${api}/pages?state=pending&size=10`);
	await add("pages by title, the last ones", `${api}/pages?sort=title&page=${Math.floor(size / 10)}`);
	await add("segments of a page", `${api}/segments?locale=zh-CN&area=docs&key=part-0/page-0`);
	await add("contributors", `${api}/contributors`);
	await add("badge", "/index/localization/badge/zh.svg");
	await site.stop();
	console.log(`${size} pages`);
	table(rows);
});

/** Writes small pages, because only their number matters. With `later`, changes the English text of outdated pages. */
function writeSite(content, later) {
	for (let n = 0; n < size; n++) {
		if (later && n % outdatedEvery !== 0) continue;
		const changed = later ? " The north side is painted red." : "";
		const en = `# Page ${n}\n\nThe gate number ${n} has two sides.${changed}\n\nBoth of them are open.\n`;
		write(join(content, "en", `part-${n % 40}/page-${n}.md`), en);
		if (later || n % missingEvery === 1) continue;
		const zh = `# 第 ${n} 页\n\n第 ${n} 座牌楼有两面。\n\n两面都开着。\n`;
		write(join(content, "zh", `part-${n % 40}/page-${n}.md`), zh);
	}
}

function write(file, text) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}

async function views(origin) {
	const headers = { "content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox/140.0" };
	for (let n = 0; n < 20; n++) {
		const body = JSON.stringify({ url: `/index/en/docs/part-${n}/page-${n}`, id: `bench-${n}`, event: "pageview" });
		await fetch(`${origin}/api/v1/public/datastat/collect`, { method: "POST", headers, body });
	}
}

/** Processor time of all threads of a process, in milliseconds; 0 on systems without `/proc`. */
function processorTime(pid) {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return 0;
	// Fields after the process name in parentheses, which may contain spaces. A tick is 10 ms.
	const fields = readFileSync(file, "utf8").split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns response times in milliseconds. Each request for the page has a different query, to avoid cached pages. */
async function timed(origin, path) {
	const list = [];
	for (let n = -warmUp; n < times; n++) {
		const isPage = path.startsWith("/index/localization?");
		const address = isPage ? `${path}&page=${n + warmUp + 1}` : path;
		const start = performance.now();
		const answer = await fetch(origin + address, { headers: { "accept-language": "en" } });
		await answer.arrayBuffer();
		const time = performance.now() - start;
		if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
		// The first requests are a warm-up.
		if (n >= 0) list.push(time);
	}
	return list;
}
