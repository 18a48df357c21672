// Accuracy of translation states and of the underlying alignment: `node benches/l10n.mjs [N] [DIR]`
// 1. Generates histories with known states, N of each kind of history (default 2,000). Counts missed and wrongly
//    reported segments. Compares the result with a simpler rule: a translation is outdated if its last commit is older
//    than that of its source.
// 2. Checks the states of 100 commits of this repository, which were labeled by hand (benches/l10n-labels.jsonl).
// 3. With DIR, a folder with the trees of benches/alignment.jsonl: coverage of the alignments, and their precision on
//    pairs that were judged by hand.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cargo, lines, report, statesAfter } from "./l10n-labels.mjs";
import { root, table } from "./site.mjs";

const args = process.argv.slice(2);
const histories = args.find((arg) => /^\d+$/.test(arg)) ?? "2000";
const dir = args.find((arg) => !/^\d+$/.test(arg));

for (const [crate, test] of [
	["pailou-translation", "history"],
	["pailou-git-history", "branches"],
]) {
	const words = ["test", "--quiet", "--package", crate, "--test", test, "--", "--nocapture"];
	cargo(words, { env: { ...process.env, PAILOU_HISTORIES: histories }, stdio: "inherit" });
}
labels();
if (dir) alignment(dir);

/**
 * Compares the state after each labeled commit with the label. Then repeats this as if the commit had not changed the
 * translation: the state must be outdated.
 */
function labels() {
	const labels = lines(readFileSync(new URL("l10n-labels.jsonl", import.meta.url), "utf8"));
	const pages = labels.map(({ commit, page }) => [commit, `content/pages/zh/${page}`, `content/pages/en/${page}`]);
	const found = statesAfter(root, pages);
	const rowOf = ({ commit, page }) => found.get(`${commit} content/pages/zh/${page}`);
	report(labels, rowOf, "labeled commits", ["commit", "page"]);
}

/** Prints coverage and precision for each documentation tree, `DIR/TREE/docs/{zh,en}`. */
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
		const pairs = judged.filter((pair) => pair.tree === tree);
		const still = pairs.filter((pair) => links.has(`${pair.file}:${pair.zh}:${pair.en}`));
		const right = still.filter((pair) => pair.right).length;
		const counts = [linked, possible, pairs.length, still.length, right];
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

function sum(numbers) {
	return numbers.reduce((all, number) => all + number, 0);
}
