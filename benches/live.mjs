// Search results of a site that was running during an import, compared with the results after a restart of the site:
// `node benches/live.mjs DIR…`. Two of every seven pages exist in one language only. The questions are about these
// pages, in the language in which the page does not exist.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inTemporaryFolder, metric, pailou, serve, table } from "./site.mjs";

const trees = process.argv.slice(2).map((dir) => resolve(dir));
if (trees.length === 0) throw new Error("name folders of bilingual documentation: node benches/live.mjs DIR…");

const rows = [["tree", "question → answer", "count", "running, R@1 / R@5", "restarted, R@1 / R@5", "equal lists"]];
for (const tree of trees) await inTemporaryFolder((folder) => measure(tree, folder));
console.log("Sections in the list that a reader sees; goal: the same results before and after a restart");
table(rows);

async function measure(tree, folder) {
	const [whole, data, written, exported] = ["whole", "data", "written", "exported"].map((name) => join(folder, name));
	pailou("import", tree, "--data", whole);
	pailou("eval", "--data", whole, "--write", written);
	pailou("export", exported, "--data", whole);
	const questions = remove(readQuestions(written), exported);

	const running = await serve(data);
	pailou("import", exported, "--data", data);
	await indexed(running.origin);
	const before = await answers(running.origin, questions);
	await running.stop();
	const restarted = await serve(data);
	const after = await answers(restarted.origin, questions);
	await restarted.stop();

	for (const [from, to] of [
		["zh", "en"],
		["en", "zh"],
	]) {
		const own = questions.flatMap((question, at) => (question.from === from ? [at] : []));
		const equal = own.filter((at) => before[at].join() === after[at].join()).length;
		const cells = [before, after].map((lists) => recall(own, questions, lists));
		rows.push([tree.split("/").at(-2), `${from} → ${to}`, own.length, ...cells, `${equal} of ${own.length}`]);
	}
}

/** Returns the questions whose answer is in a different language than the question. */
function readQuestions(folder) {
	const lines = readFileSync(join(folder, "questions.jsonl"), "utf8").trimEnd().split("\n");
	return lines.map((line) => JSON.parse(line)).filter(({ from, to }) => from !== to);
}

/** Removes one language version of two of every seven pages. Returns the questions in the removed language. */
function remove(questions, folder) {
	const keyOf = ({ page }) => page.replace(/^\/index\/(zh|en)\/docs\//, "");
	const keys = [...new Set(questions.map(keyOf))].sort();
	const lacking = new Map();
	for (const [at, key] of keys.entries()) {
		const lang = { 0: "zh", 3: "en" }[at % 7];
		const files = [".md", ".mdx", "/index.md", "/index.mdx"]
			.map((ending) => key + ending)
			.map((file) => join(folder, lang ?? "", file));
		const file = lang && files.find(existsSync);
		if (!file) continue;
		rmSync(file);
		lacking.set(key, lang);
	}
	return questions.filter((question) => lacking.get(keyOf(question)) === question.from);
}

/** Waits until the size of the search index has not changed for five seconds. */
async function indexed(origin) {
	let [last, quiet] = [0, 0];
	while (quiet < 5) {
		await setTimeout(1000);
		const now = await metric(origin, "pailou_search_bytes");
		quiet = now > 0 && now === last ? quiet + 1 : 0;
		last = now;
	}
}

/** Returns the URLs of the first ten search results for each question. */
async function answers(origin, questions) {
	const lists = [];
	for (const { question, from } of questions) {
		const url = `${origin}/api/v1/public/search?q=${encodeURIComponent(question)}&locale=${from}&size=10`;
		const response = await fetch(url);
		if (!response.ok) throw new Error(`${question}: ${response.status}`);
		const results = await response.json();
		lists.push(results.map(({ url }) => url));
	}
	return lists;
}

function recall(own, questions, lists) {
	const within = (max) => own.filter((at) => lists[at].slice(0, max).some((url) => questions[at].expect.includes(url)));
	return [1, 5].map((max) => (within(max).length / own.length).toFixed(3)).join(" / ");
}
