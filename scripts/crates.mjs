// Prints the crates of the workspace by layer: their dependency graph (Mermaid), and a table. The table has the line
// counts of code and of tests, the dependencies inside the workspace, and descriptions. `--write` writes the graph and
// the table into docs/architecture.md (`just crates`); `--check` exits 1 if the document is outdated, apart from line
// counts.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const document = join(root, "docs/architecture.md");
const marker = /(?<=<!-- crates -->\n)[\s\S]*(?=<!-- \/crates -->)/;

/** Crates by layer, lowest layer first. A crate uses only crates of its own layer and of lower layers. */
const layers = {
	pure: "core-wasm text-diff highlight sanitize dates content search markdown importers translation lint",
	platform: "settings database web media auth git-history l10n",
	store: "curated-answers navigation-parents store drafts versions",
	services: "ssr site-search git-sources webhooks site-config backup site",
	areas: "landing docs localization datastat assistant admin-pages admin",
	application: "app cli assets testing pailou",
};
const levels = Object.values(layers).map((names) => names.split(" "));

const crates = inOrder(
	metadata().packages.map((crate) => ({
		name: short(crate.name),
		description: crate.description,
		folder: join(dirname(crate.manifest_path), "src"),
		uses: crate.dependencies.filter((used) => used.path && used.kind === null).map((used) => short(used.name)),
	})),
);
checkLayers();

const text = `\n${graph()}\n\n${table()}\n\n`;
const known = readFileSync(document, "utf8");
const [written] = known.match(marker) ?? [];
if (process.argv.includes("--write")) {
	writeFileSync(
		document,
		known.replace(marker, () => text),
	);
} else if (!process.argv.includes("--check")) {
	console.log(text.trim());
} else if (written === undefined || withoutCounts(written) !== withoutCounts(text)) {
	console.error("crates: docs/architecture.md is outdated: run `npm run just crates`");
	process.exit(1);
}

function metadata() {
	const cargo = ["metadata", "--no-deps", "--format-version", "1", "--offline"];
	const { status, stdout, stderr } = spawnSync("cargo", cargo, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
	if (status !== 0) throw new Error(`crates: cargo metadata failed: ${stderr}`);
	return JSON.parse(stdout);
}

function short(name) {
	return name.replace(/^pailou-/, "");
}

/** Sorts crates by layer, each crate after its dependencies (topological order). */
function inOrder(all) {
	const done = [];
	const visit = (crate) => {
		if (done.includes(crate)) return;
		for (const used of all.filter(({ name }) => crate.uses.includes(name))) visit(used);
		done.push(crate);
	};
	all.toSorted((a, b) => a.uses.length - b.uses.length || a.name.localeCompare(b.name)).forEach(visit);
	return done.toSorted((a, b) => level(a.name) - level(b.name));
}

function level(name) {
	return levels.findIndex((names) => names.includes(name));
}

function checkLayers() {
	for (const { name, uses } of crates) {
		if (level(name) < 0) throw new Error(`crates: ${name} is in no layer: add it in scripts/crates.mjs`);
		const above = uses.filter((used) => level(used) > level(name));
		if (above.length > 0) throw new Error(`crates: ${name} uses a higher layer: ${above.join(", ")}`);
	}
}

/** Mermaid graph without transitive edges. */
function graph() {
	const lines = ["```mermaid", "graph TD"];
	for (const [at, layer] of [...Object.keys(layers).entries()].reverse()) {
		const names = crates.filter(({ name }) => level(name) === at).map(({ name }) => name);
		lines.push(`    subgraph layer-${layer} [${layer}]`, ...names.map((name) => `        ${name}`), "    end");
	}
	for (const crate of crates.toReversed()) {
		const indirect = new Set(crate.uses.flatMap((used) => [...reachable(used)]));
		for (const used of crate.uses.filter((name) => !indirect.has(name))) lines.push(`    ${crate.name} --> ${used}`);
	}
	return [...lines, "```"].join("\n");
}

/** Returns all direct and indirect dependencies of a crate. */
function reachable(name) {
	const { uses } = crates.find((crate) => crate.name === name);
	return new Set([...uses, ...uses.flatMap((used) => [...reachable(used)])]);
}

function table() {
	const rows = crates.map(({ name, description, folder, uses }) => {
		const { source, tests } = lines(folder);
		const layer = Object.keys(layers)[level(name)];
		return `| \`${name}\` | ${layer} | ${source} | ${tests} | ${uses.join(", ") || "–"} | ${description} |`;
	});
	return ["| Crate | Layer | Lines | Tests | Uses | What it is |", "|---|---|---|---|---|---|", ...rows].join("\n");
}

function withoutCounts(text) {
	return text.replaceAll(/\| \d+ \| \d+ \|/g, "|");
}

/** Counts lines. Test files, and test modules at the end of a file, count as tests. */
function lines(folder) {
	const count = { source: 0, tests: 0 };
	for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
		if (!entry.isFile() || !entry.name.endsWith(".rs")) continue;
		const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
		const all = text.split("\n").length - 1;
		const start = text.search(/^#\[cfg\(test\)\]\nmod \w+ \{/m);
		const source = start < 0 ? all : text.slice(0, start).split("\n").length - 1;
		const own = /(^|_)tests\.rs$/.test(entry.name) ? 0 : source;
		count.source += own;
		count.tests += all - own;
	}
	return count;
}
