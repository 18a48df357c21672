// Translation states and the links that they rest on.
//   just bench l10n [N] [DIR]
// Generated histories whose states are known, N of each kind (default 2,000): segments that are missed and segments
// that are reported without a reason, beside the method of dates. With DIR, a folder that contains the trees of
// benches/alignment.jsonl: coverage of the links, and precision on the pairs that were judged by hand.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "./site.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);
const histories = args.find((arg) => /^\d+$/.test(arg)) ?? "2000";
const dir = args.find((arg) => !/^\d+$/.test(arg));

const test = ["test", "--quiet", "--package", "pailou-translation", "--test", "history", "--", "--nocapture"];
cargo(test, { env: { ...process.env, PAILOU_HISTORIES: histories }, stdio: "inherit" });
if (dir) alignment(dir);

/** Prints coverage and precision of each tree: `DIR/TREE/docs/{zh,en}`. */
function alignment(dir) {
	const judged = lines(readFileSync(new URL("alignment.jsonl", import.meta.url), "utf8"));
	const rows = [["tree", "linked", "of", "coverage", "judged", "still linked", "right", "precision"]];
	const sums = [0, 0, 0, 0, 0];
	for (const tree of new Set(judged.map((pair) => pair.tree))) {
		const folders = ["zh", "en"].map((locale) => join(dir, tree, "docs", locale));
		const run = ["run", "--quiet", "--package", "pailou-translation", "--example", "pairs", "--", ...folders];
		const found = lines(cargo(run, { encoding: "utf8", maxBuffer: 2 ** 28 }).stdout);
		const files = found.filter((line) => "linked" in line);
		const linked = sum(files.map((file) => file.linked));
		const possible = sum(files.map((file) => Math.min(file.zh_segments, file.en_segments)));
		const links = new Set(found.map((link) => `${link.file}:${link.zh}:${link.en}`));
		const here = judged.filter((pair) => pair.tree === tree);
		const still = here.filter((pair) => links.has(`${pair.file}:${pair.zh}:${pair.en}`));
		const right = still.filter((pair) => pair.right).length;
		const counts = [linked, possible, here.length, still.length, right];
		counts.forEach((count, at) => {
			sums[at] += count;
		});
		rows.push(row(tree, counts));
	}
	rows.push(row("all", sums));
	table(rows);
}

function row(tree, [linked, possible, judged, still, right]) {
	return [tree, linked, possible, (linked / possible).toFixed(3), judged, still, right, (right / still).toFixed(3)];
}

function cargo(words, options) {
	const done = spawnSync("cargo", words, { cwd: root, ...options });
	if (done.status !== 0) throw new Error(`cargo ${words.join(" ")} failed: ${done.stderr ?? ""}`);
	return done;
}

function lines(text) {
	return text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

function sum(numbers) {
	return numbers.reduce((all, number) => all + number, 0);
}
