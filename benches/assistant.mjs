// Quoted answers over HTTP at 1,000 pages, which are about 10,000 sections: time of an answer, first byte of the
// stream, and 200 streams at once. `just bench assistant [PAGES]`
import { join } from "node:path";
import { questions, writePages } from "./corpus.mjs";
import { inTemporaryFolder, memory, metric, pailou, percentile, serve, table } from "./site.mjs";

const size = Number(process.argv[2] ?? 1000);
const asked = Number(process.env.QUESTIONS ?? 400);
const streams = 200;
/** A stream that sends nothing for so long has stalled, in milliseconds. */
const stall = 5000;

const wrap = { zh: (words) => `怎么设置${words}`, en: (words) => `how do I change ${words}?` };

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	const data = join(folder, "data");
	writePages(content, size);
	pailou("import", content, "--data", data);
	// Each question comes from another visitor: the rate limit is per address.
	const site = await serve(data, { PAILOU_PROXY_TRUSTED: "1" });
	const { zh, en } = questions(asked);
	const all = [...zh.map((q) => [wrap.zh(q), "zh"]), ...en.map((q) => [wrap.en(q), "en"])];
	for (const question of all.slice(0, 50)) await answer(site.origin, question);
	const times = [];
	for (const question of all) times.push(await answer(site.origin, question));
	const firsts = [];
	for (const question of all.slice(0, 200)) firsts.push((await stream(site.origin, question)).first);
	const parallel = await Promise.all(all.slice(0, streams).map((question) => stream(site.origin, question)));
	const sections = await metric(site.origin, "pailou_search_sections");
	const shown = (numbers) => [0.5, 0.95, 0.99].map((share) => percentile(numbers, share).toFixed(1));
	const gaps = parallel.map(({ longest }) => longest);
	console.log(`${size} pages, ${sections} sections, ${all.length} questions, over HTTP on this machine`);
	table([
		["", "p50 ms", "p95 ms", "p99 ms", "goal p95 ms"],
		["answer as JSON, one client", ...shown(times), "30 (10)"],
		["first byte of the stream, one client", ...shown(firsts), "50"],
		[`longest pause of ${streams} streams at once`, ...shown(gaps), ""],
	]);
	const { now, peak } = memory(site.pid);
	const stalled = gaps.filter((gap) => gap > stall).length;
	console.log(`${stalled} of ${streams} streams stalled; process ${now.toFixed(0)} MiB, peak ${peak.toFixed(0)} MiB`);
	await site.stop();
});

let visitors = 0;

function request(origin, [question, locale], accept) {
	visitors++;
	const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
	return fetch(`${origin}/api/v1/public/assistant/ask`, {
		method: "POST",
		headers: { "content-type": "application/json", accept, "x-forwarded-for": address },
		body: JSON.stringify({ question, locale }),
	});
}

/** Milliseconds of an answer. */
async function answer(origin, question) {
	const start = performance.now();
	const response = await request(origin, question, "application/json");
	await response.arrayBuffer();
	if (!response.ok) throw new Error(`${question[0]}: ${response.status}`);
	return performance.now() - start;
}

/** Milliseconds until the first byte of a stream, and its longest pause. */
async function stream(origin, question) {
	const start = performance.now();
	const response = await request(origin, question, "text/event-stream");
	let [first, last, longest, text] = [undefined, start, 0, ""];
	for await (const chunk of response.body) {
		const now = performance.now();
		first ??= now - start;
		longest = Math.max(longest, now - last);
		last = now;
		text += Buffer.from(chunk).toString("latin1");
	}
	if (!text.includes("event: done")) throw new Error(`${question[0]}: the stream ended early`);
	return { first, longest };
}
