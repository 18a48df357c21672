// Benchmark of the assistant without a language model, over HTTP, with 1,000 pages (about 10,000 sections): time of an
// answer, first byte of the stream, 200 simultaneous streams, and the server's processor time per question, which is
// reliable even on a busy machine.
// `node benches/assistant.mjs [PAGES]`; `BENCH_BINARY` is the path of a binary to measure instead of the release build.
import { join } from "node:path";
import { questions, writePages } from "./corpus.mjs";
import { inTemporaryFolder, memory, metric, pailou, percentile, processorTime, serve, table } from "./site.mjs";

const size = Number(process.argv[2] ?? 1000);
const questionCount = Number(process.env.QUESTIONS ?? 400);
const streams = 200;
/** Pause after which a stream counts as stalled, in milliseconds. */
const stall = 5000;
let visitors = 0;

const wrap = { zh: (words) => `怎么设置${words}`, en: (words) => `how do I change ${words}?` };

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	const data = join(folder, "data");
	writePages(content, size);
	pailou("import", content, "--data", data);
	// Each question is sent with a different client address, because the rate limit is per address.
	const site = await serve(data, { PAILOU_PROXY_TRUSTED: "1" });
	const { zh, en } = questions(questionCount);
	const all = [...zh.map((q) => [wrap.zh(q), "zh"]), ...en.map((q) => [wrap.en(q), "en"])];
	for (const question of all.slice(0, 50)) await answer(site.origin, question);
	await calibrated(site.pid);
	const busy = memory(site.pid);
	const times = [];
	const [, eachAnswer] = await withProcessorTime(site.pid, all.length, async () => {
		for (const question of all) times.push(await answer(site.origin, question));
	});
	const firsts = [];
	const some = all.slice(0, 200);
	const [, eachStream] = await withProcessorTime(site.pid, some.length, async () => {
		for (const question of some) firsts.push((await stream(site.origin, question)).first);
	});
	const [parallel, eachParallel] = await withProcessorTime(site.pid, streams, () =>
		Promise.all(all.slice(0, streams).map((question) => stream(site.origin, question))),
	);
	const sections = await metric(site.origin, "pailou_search_sections");
	const percentiles = (numbers) => [0.5, 0.95, 0.99].map((share) => percentile(numbers, share).toFixed(1));
	const gaps = parallel.map(({ longest }) => longest);
	console.log(`${size} pages, ${sections} sections, ${all.length} questions, over HTTP on this machine`);
	table([
		["", "p50 ms", "p95 ms", "p99 ms", "goal p95 ms", "CPU ms each"],
		["answer as JSON, one client", ...percentiles(times), "30 (10)", eachAnswer],
		["first byte of the stream, one client", ...percentiles(firsts), "50", eachStream],
		[`longest pause of ${streams} streams at once`, ...percentiles(gaps), "", eachParallel],
	]);
	const { now, peak } = memory(site.pid);
	console.log(`server process: ${busy.now.toFixed(0)} MiB before the questions`);
	const stalled = gaps.filter((gap) => gap > stall).length;
	console.log(`${stalled} of ${streams} streams stalled; process ${now.toFixed(0)} MiB, peak ${peak.toFixed(0)} MiB`);
	await site.stop();
});

/** Waits until the server no longer uses the processor: the first question starts the assistant's calibration. */
async function calibrated(pid) {
	for (let idle = 0; idle < 2; ) {
		const before = processorTime(pid);
		await new Promise((done) => setTimeout(done, 1000));
		idle = processorTime(pid) - before < 0.02 ? idle + 1 : 0;
	}
}

/** Returns the result of `work`, and the server's processor time during `work` divided by `count`, in milliseconds. */
async function withProcessorTime(pid, count, work) {
	const before = processorTime(pid);
	const result = await work();
	return [result, (((processorTime(pid) - before) * 1000) / count).toFixed(1)];
}

function request(origin, [question, locale], accept) {
	visitors++;
	const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
	return fetch(`${origin}/api/v1/public/assistant/ask`, {
		method: "POST",
		headers: { "content-type": "application/json", accept, "x-forwarded-for": address },
		body: JSON.stringify({ question, locale }),
	});
}

/** Returns the response time of an answer, in milliseconds. */
async function answer(origin, question) {
	const start = performance.now();
	const response = await request(origin, question, "application/json");
	await response.arrayBuffer();
	if (!response.ok) throw new Error(`${question[0]}: ${response.status}`);
	return performance.now() - start;
}

/** Returns the time to the first byte of a stream and the longest pause of the stream, in milliseconds. */
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
