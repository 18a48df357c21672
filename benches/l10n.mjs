// Accuracy of translation states and of the underlying alignment: `just bench l10n [N] [DIR]`
// 1. Generates histories with known states, N of each kind of history (default 2,000). Counts missed and wrongly
//    reported segments, compared with the date method.
// 2. Checks the states of 100 commits of this repository, which were labeled by hand (benches/l10n-labels.jsonl).
// 3. With DIR, a folder with the trees of benches/alignment.jsonl: coverage of the alignments, and their precision on
//    pairs that were judged by hand.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "./site.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
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
	const input = pages.map((words) => words.join("\t")).join("\n");
	const run = ["run", "--quiet", "--package", "pailou-git-history", "--example", "states", "--", root];
	const outputRows = lines(cargo(run, { encoding: "utf8", maxBuffer: 2 ** 30, input }).stdout);
	const found = new Map(outputRows.map((row) => [`${row.commit} ${row.file}`, row]));
	const counts = { agree: 0, disagree: [], unknown: [], unchanged: 0, outdated: 0, unaligned: 0, missed: [] };
	for (const label of labels) {
		const row = found.get(`${label.commit} content/pages/zh/${label.page}`);
		const state = row && stateOf(row.after, label.zh);
		if (state === undefined) counts.unknown.push(label);
		else if (state === label.verdict) counts.agree++;
		else counts.disagree.push({ ...label, state });
		const unchangedState = row && label.before !== undefined ? stateOf(row.held, label.before) : undefined;
		if (unchangedState === undefined) continue;
		counts.unchanged++;
		if (unchangedState === "outdated") counts.outdated++;
		else if (unchangedState === "not aligned") counts.unaligned++;
		else counts.missed.push(label);
	}
	const { agree, disagree, unknown, unchanged, outdated, unaligned, missed } = counts;
	console.log(
		`\n${labels.length} labeled commits: ${agree} agree, ${disagree.length} disagree, ${unknown.length} not found`,
	);
	const rows = disagree.map(({ commit, page, verdict, state, change, why }) => [
		commit,
		page,
		verdict,
		state,
		change,
		why ?? "",
	]);
	if (rows.length > 0) table([["commit", "page", "by hand", "engine", "changed", "note"], ...rows]);
	for (const { commit, page, zh } of unknown) console.log(`not found: ${commit} ${page}: ${zh}`);
	console.log(
		`The same without the change of the translation: ${outdated} of ${unchanged} outdated, ${unaligned} not aligned, ` +
			`${missed.length} missed`,
	);
	for (const { commit, page, before } of missed) console.log(`missed: ${commit} ${page}: ${before}`);
}

/** Returns the state of the segment that contains this text, ignoring white space. */
function stateOf(segments, text) {
	const plain = (text) => text.replace(/\s+/g, "");
	return segments.find(([markdown]) => plain(markdown).includes(plain(text)))?.[1];
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

function cargo(programArgs, options) {
	const done = spawnSync("cargo", programArgs, { cwd: root, ...options });
	if (done.status !== 0) throw new Error(`cargo ${programArgs.join(" ")} failed: ${done.stderr ?? ""}`);
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
