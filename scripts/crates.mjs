// Prints the crates of the workspace as a Markdown table: lines of source, lines of tests, dependencies inside the
// workspace. `just crates`
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const packages = metadata().packages.map((crate) => ({
	name: crate.name,
	folder: join(dirname(crate.manifest_path), "src"),
	uses: crate.dependencies.filter((used) => used.path && used.kind === null).map((used) => used.name),
}));

console.log("| Crate | Lines | Tests | Uses |\n|---|---|---|---|");
for (const { name, folder, uses } of inOrder(packages)) {
	const { source, tests } = lines(folder);
	console.log(`| ${name} | ${source} | ${tests} | ${uses.map(short).join(", ") || "–"} |`);
}

function metadata() {
	const cargo = ["metadata", "--no-deps", "--format-version", "1", "--offline"];
	const { status, stdout, stderr } = spawnSync("cargo", cargo, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
	if (status !== 0) throw new Error(`crates: cargo metadata failed: ${stderr}`);
	return JSON.parse(stdout);
}

/** Each crate after those that it uses. */
function inOrder(crates) {
	const done = [];
	const visit = (crate) => {
		if (done.includes(crate)) return;
		for (const used of crates.filter(({ name }) => crate.uses.includes(name))) visit(used);
		done.push(crate);
	};
	crates.toSorted((a, b) => a.uses.length - b.uses.length || a.name.localeCompare(b.name)).forEach(visit);
	return done;
}

function short(name) {
	return name.replace(/^pailou-/, "");
}

/** Test files, and test modules at the end of a file, count as tests. */
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
