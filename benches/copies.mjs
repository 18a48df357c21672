// Accuracy of detecting untranslated copies: `pailou check` on the trees of `corpora`, compared with equal segments
// that were judged by hand (copies.jsonl: file, line of the Chinese page, and whether it is a copy).
//   just bench "copies DIR"
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
		right: found.filter((place) => known.get(place)).length,
		unknown: found.filter((place) => !known.has(place)).length,
	};
	for (const key of Object.keys(sums)) sums[key] += row[key];
	rows.push([tree, ...cells(row)]);
	for (const place of found.filter((place) => !known.get(place))) console.log(`not a copy by hand: ${place}`);
	for (const [place, copy] of known) if (copy && !found.includes(place)) console.log(`missed: ${place}`);
}
rows.push(["all", ...cells(sums)]);
table(rows);

/** Positions of issues on Chinese pages; issues on English pages have the position of the counterpart. */
function foundIn(tree) {
	const content = join(corpora, tree, "docs");
	const { stdout } = spawnSync(binary, ["check", content, "--format", "json"], {
		encoding: "utf8",
		maxBuffer: 1 << 28,
	});
	const findings = JSON.parse(stdout).issues.filter(({ code }) => code === "untranslated-copy");
	const place = ({ file, line, detail }) => (file.includes("/docs/zh/") ? `${file}:${line}` : join(content, detail));
	return findings.map((finding) => place(finding).replace(`${corpora}/`, ""));
}

function cells({ judged, copies, found, right, unknown }) {
	const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
	return [judged, copies, found, right, share(right, found), share(right, copies), unknown];
}
