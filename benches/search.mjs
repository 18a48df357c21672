// Search over HTTP with 1,000 and 10,000 pages, in the reader's language and across languages, with one client and with
// eight. Also measures the time and the memory of the index. With PEERS=1, also compares the processor time of a
// question with tantivy, for the same sections and questions.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { questions, writePages, writtenSections } from "./corpus.mjs";
import * as peers from "./peers.mjs";
import { inTemporaryFolder, memory, metric, pailou, percentile, processorTime, serve, table } from "./site.mjs";

const sizes = (process.argv[2] ?? "1000,10000").split(",").map(Number);
const questionCount = Number(process.env.QUESTIONS ?? 400);

const goals = { "same language": 10, "other language": 30 };
/** Maximum processor time of a question, as a multiple of the processor time of tantivy without excerpts. */
const goalForRatio = 2;

const rows = [["pages", "question", "clients", "p50 ms", "p95 ms", "p99 ms", "goal p95 ms", "CPU ms each"]];
const indexes = [["pages", "sections", "index MiB", "index ms", "process MiB", "peak MiB"]];
const compared = [["pages", "sections", "search", "matches each", "p50 ms", "p95 ms", "CPU ms each", "ratio", "goal"]];
for (const size of sizes) {
	await inTemporaryFolder(async (folder) => {
		const content = join(folder, "content");
		const data = join(folder, "data");
		writePages(content, size);
		pailou("import", content, "--data", data);
		const site = await serve(data);
		const { zh, en } = questions(questionCount);
		// For "other language", the server translates the query with the search dictionary.
		const kinds = {
			"same language": [...zh.map((q) => [q, "zh"]), ...en.map((q) => [q, "en"])],
			"other language": [...zh.map((q) => [q, "en"]), ...en.map((q) => [q, "zh"])],
		};
		const withOneClient = [];
		for (const [kind, all] of Object.entries(kinds)) {
			await ask(site.origin, all.slice(0, 50), 1);
			for (const clients of [1, 8]) {
				const before = processorTime(site.pid);
				const times = await ask(site.origin, all, clients);
				const processor = ((processorTime(site.pid) - before) / times.length) * 1000;
				const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
				rows.push([size, kind, clients, p50, p95, p99, goals[kind], processor.toFixed(2)]);
				if (clients === 1) withOneClient.push({ kind, p50, p95, processor });
			}
		}
		const { now, peak } = memory(site.pid);
		const [sections, bytes, milliseconds] = await Promise.all(
			["sections", "bytes", "milliseconds"].map((name) => metric(site.origin, `pailou_search_${name}`)),
		);
		const mib = (bytes / 2 ** 20).toFixed(1);
		indexes.push([size, sections, mib, milliseconds, now.toFixed(0), peak.toFixed(0)]);
		await site.stop();
		// The server has stopped, so that it does not affect the measurement of tantivy.
		if (process.env.PEERS) compare(folder, size, kinds["same language"], sections, withOneClient);
	});
}
console.log(`${questionCount * 2} questions each, pages of 9 KB, over HTTP on this machine`);
table(rows);
console.log("\nthe index");
table(indexes);
if (compared.length > 1) {
	console.log("\nprocessor time with one client; ratio: Pailou's mean / tantivy");
	table(compared);
}

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

/**
 * Searches the same pages for the same questions with tantivy, and adds the rows of this size to the comparison. `ours`
 * has Pailou's measurements for each kind of question.
 */
function compare(folder, size, questions, sections, ours) {
	const mean = ours.reduce((sum, { processor }) => sum + processor, 0) / ours.length;
	for (const { kind, p50, p95, processor } of ours) {
		compared.push([size, sections, `Pailou, ${kind}`, "", p50, p95, processor.toFixed(3), "", ""]);
	}
	compared.push([size, sections, "Pailou, mean", "", "", "", mean.toFixed(3), "", ""]);
	const theirs = searchWithTantivy(folder, questions);
	for (const [name, { matches, p50_ms, p95_ms, cpu_ms }, goal] of [
		[theirs.engine, theirs.search, goalForRatio],
		[`${theirs.engine}, with excerpts`, theirs.with_excerpts, ""],
		[`${theirs.engine}, question as typed`, theirs.as_typed, ""],
	]) {
		const [p50, p95] = [p50_ms, p95_ms].map((time) => time.toFixed(2));
		const ratio = (mean / cpu_ms).toFixed(2);
		compared.push([size, theirs.sections, name, matches.toFixed(0), p50, p95, cpu_ms.toFixed(3), ratio, goal]);
	}
}

/** Runs the program in `benches/tantivy`; returns its report. */
function searchWithTantivy(folder, questions) {
	const program = peers.tantivy();
	const files = ["sections.jsonl", "questions.json"].map((name) => join(folder, name));
	const sections = writtenSections(join(folder, "content")).map((section) => `${JSON.stringify(section)}\n`);
	writeFileSync(files[0], sections.join(""));
	writeFileSync(files[1], JSON.stringify(questions));
	const { status, stdout } = spawnSync(program, files, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
	if (status !== 0) throw new Error(`${program} ended with ${status}`);
	return JSON.parse(stdout);
}
