// Accuracy of detecting untranslated copies: compares the issues of `pailou check` on the documentation trees in DIR
// with segments that are equal in both languages and were judged by hand (copies.jsonl: file and line of the Chinese
// segment, and whether it is an untranslated copy).
//   node benches/copies.mjs DIR
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { binary, needBinary, table } from "./site.mjs";

const [dir] = process.argv.slice(2);
if (!dir) throw new Error("usage: node benches/copies.mjs DIR (the folder that holds the trees)");
const corpora = resolve(dir);
const judged = readFileSync(join(import.meta.dirname, "copies.jsonl"), "utf8")
	.trim()
	.split("\n")
	.map((line) => JSON.parse(line));

needBinary();
const rows = [["tree", "equal segments judged", "copies", "found", "right", "precision", "recall", "not judged"]];
const sums = { judged: 0, copies: 0, found: 0, right: 0, unknown: 0 };
for (const tree of new Set(judged.map(({ file }) => file.split("/")[0]))) {
	const found = foundIn(tree);
	const own = judged.filter(({ file }) => file.startsWith(`${tree}/`));
	const known = new Map(own.map(({ file, line, copy }) => [`${file}:${line}`, copy]));
	const row = {
		judged: own.length,
		copies: own.filter(({ copy }) => copy).length,
		found: found.length,
		right: found.filter((location) => known.get(location)).length,
		unknown: found.filter((location) => !known.has(location)).length,
	};
	for (const key of Object.keys(sums)) sums[key] += row[key];
	rows.push([tree, ...cells(row)]);
	for (const location of found.filter((location) => !known.get(location)))
		console.log(`reported, but not labeled as a copy: ${location}`);
	for (const [location, copy] of known) if (copy && !found.includes(location)) console.log(`missed: ${location}`);
}
rows.push(["all", ...cells(sums)]);
table(rows);

/**
 * Returns the location (`FILE:LINE`) of each untranslated copy that `pailou check` reports. For a segment of an English
 * page, this is the location of its Chinese counterpart.
 */
function foundIn(tree) {
	const content = join(corpora, tree, "docs");
	const { stdout } = spawnSync(binary, ["check", content, "--format", "json"], {
		encoding: "utf8",
		maxBuffer: 1 << 28,
	});
	const issues = JSON.parse(stdout).issues.filter(({ code }) => code === "untranslated-copy");
	const locationOf = ({ file, line, detail }) =>
		file.includes("/docs/zh/") ? `${file}:${line}` : join(content, detail);
	return issues.map((issue) => locationOf(issue).replace(`${corpora}/`, ""));
}

function cells({ judged, copies, found, right, unknown }) {
	const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
	return [judged, copies, found, right, share(right, found), share(right, copies), unknown];
}
