// Comparison of translation states with labels given by hand, for the benchmarks `l10n` and `l10n-releases`.
import { spawnSync } from "node:child_process";
import { root, table } from "./site.mjs";

/**
 * Returns a map from `COMMIT FILE` (the Chinese file) to the translation states after this commit. Each element of
 * `pages` is a list of the commit, the Chinese file, and the English file. The Cargo example `states` of the crate
 * pailou-git-history prints the states. BENCH_STATES is the path of the built example; by default, Cargo builds and
 * runs it.
 */
export function statesAfter(repository, pages) {
	const input = pages.map((words) => words.join("\t")).join("\n");
	const options = { encoding: "utf8", maxBuffer: 2 ** 30, input };
	const built = process.env.BENCH_STATES;
	const example = ["run", "--quiet", "--package", "pailou-git-history", "--example", "states", "--", repository];
	const { stdout } = built ? run(built, [repository], options) : cargo(example, options);
	return new Map(lines(stdout).map((row) => [`${row.commit} ${row.file}`, row]));
}

/**
 * Compares the state of each labeled segment with its label. Also checks the state that the segment would have if the
 * labeled commit had not changed the translation; this state should be `outdated`. `rowOf` returns both states of all
 * segments on the page of a label; `place` lists the keys that identify a label in the output. Returns the labels whose
 * segment has a different state.
 */
export function report(labels, rowOf, name, place) {
	const judged = labels.map((label) => {
		const row = rowOf(label);
		const state = row && stateOf(row.after, label.zh);
		const held = row && label.before !== undefined ? stateOf(row.held, label.before) : undefined;
		return { ...label, state, held };
	});
	const unknown = judged.filter(({ state }) => state === undefined);
	const disagree = judged.filter(({ state, verdict }) => state !== undefined && state !== verdict);
	const agree = labels.length - unknown.length - disagree.length;
	console.log(`\n${labels.length} ${name}: ${agree} agree, ${disagree.length} disagree, ${unknown.length} not found`);
	const placeOf = (label) => place.map((key) => label[key]);
	const rows = disagree.map((label) => [
		...placeOf(label),
		label.verdict,
		label.state,
		label.change,
		label.zh.slice(0, 24).replaceAll("\n", " "),
		label.why ?? "",
	]);
	if (rows.length > 0) table([[...place, "by hand", "engine", "changed", "segment", "note"], ...rows]);
	for (const label of unknown) console.log(`not found: ${placeOf(label).join(" ")}: ${label.zh}`);
	const unchanged = judged.filter(({ held }) => held !== undefined);
	const count = (state) => unchanged.filter(({ held }) => held === state).length;
	const missed = unchanged.filter(({ held }) => held !== "outdated" && held !== "not aligned");
	console.log(
		`The same without the change of the translation: ${count("outdated")} of ${unchanged.length} outdated, ` +
			`${count("not aligned")} not aligned, ${missed.length} missed`,
	);
	for (const label of missed) console.log(`missed: ${placeOf(label).join(" ")}: ${label.before}`);
	return disagree;
}

/** Returns the state of the first segment that contains `text`, ignoring white space. */
function stateOf(segments, text) {
	const plain = (text) => text.replace(/\s+/g, "");
	return segments.find(([markdown]) => plain(markdown).includes(plain(text)))?.[1];
}

export function cargo(programArgs, options) {
	return run("cargo", programArgs, { cwd: root, ...options });
}

export function run(program, programArgs, options) {
	const done = spawnSync(program, programArgs, options);
	const reason = done.error?.message ?? done.stderr ?? "";
	if (done.status !== 0) throw new Error(`${program} ${programArgs.join(" ")} failed: ${reason}`);
	return done;
}

export function lines(text) {
	return text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}
