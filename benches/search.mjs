// Search over HTTP with 1,000 and 10,000 pages, in the reader's language and across languages, with one client and with
// eight. Also measures the time and the memory of the index.
import { join } from "node:path";
import { questions, writePages } from "./corpus.mjs";
import { inTemporaryFolder, memory, metric, pailou, percentile, processorTime, serve, table } from "./site.mjs";

const sizes = (process.argv[2] ?? "1000,10000").split(",").map(Number);
const questionCount = Number(process.env.QUESTIONS ?? 400);

const goals = { "same language": 10, "other language": 30 };

const rows = [["pages", "question", "clients", "p50 ms", "p95 ms", "p99 ms", "goal p95 ms", "CPU ms each"]];
const indexes = [["pages", "sections", "index MiB", "index ms", "process MiB", "peak MiB"]];
for (const size of sizes) {
	await inTemporaryFolder(async (folder) => {
		const content = join(folder, "content");
		const data = join(folder, "data");
		writePages(content, size);
		pailou("import", content, "--data", data);
		const site = await serve(data);
		const { zh, en } = questions(questionCount);
		// Queries in the other language are translated with the search dictionary.
		const kinds = {
			"same language": [...zh.map((q) => [q, "zh"]), ...en.map((q) => [q, "en"])],
			"other language": [...zh.map((q) => [q, "en"]), ...en.map((q) => [q, "zh"])],
		};
		for (const [kind, all] of Object.entries(kinds)) {
			await ask(site.origin, all.slice(0, 50), 1);
			for (const clients of [1, 8]) {
				const before = processorTime(site.pid);
				const times = await ask(site.origin, all, clients);
				const processor = ((processorTime(site.pid) - before) / times.length) * 1000;
				const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
				rows.push([size, kind, clients, p50, p95, p99, goals[kind], processor.toFixed(2)]);
			}
		}
		const { now, peak } = memory(site.pid);
		const [sections, bytes, milliseconds] = await Promise.all(
			["sections", "bytes", "milliseconds"].map((name) => metric(site.origin, `pailou_search_${name}`)),
		);
		const mib = (bytes / 2 ** 20).toFixed(1);
		indexes.push([size, sections, mib, milliseconds, now.toFixed(0), peak.toFixed(0)]);
		await site.stop();
	});
}
console.log(`${questionCount * 2} questions each, pages of 9 KB, over HTTP on this machine`);
table(rows);
console.log("\nthe index");
table(indexes);

/** Sends every query once with this concurrency; returns the response times in milliseconds. */
async function ask(origin, questions, clients) {
	const times = [];
	const waiting = [...questions];
	const client = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const [words, locale] = next;
			const start = performance.now();
			const answer = await fetch(
				`${origin}/api/v1/public/search?q=${encodeURIComponent(words)}&locale=${locale}&size=20`,
			);
			await answer.arrayBuffer();
			times.push(performance.now() - start);
			if (!answer.ok) throw new Error(`${words}: ${answer.status}`);
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return times;
}
