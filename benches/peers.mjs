// Compared tools: each in a fixed version, installed once by its package manager into a folder outside of the
// repository (BENCH_PEERS, by default ~/.cache/pailou/peers).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "./site.mjs";

export const peers = process.env.BENCH_PEERS ?? join(homedir(), ".cache/pailou/peers");

export const versions = {
	minisearch: "7.2.0",
	pagefind: "1.6.0",
	vitepress: "1.6.4",
	docusaurus: "3.10.2",
	starlight: "0.42.4",
	astro: "7.3.5",
	lighthouse: "13.5.0",
	node: "26.10.0",
	mdbook: "0.5.4",
	"mkdocs-material": "9.8.1",
	jieba: "0.42.1",
};

/** Installs npm packages into the folder `name`, unless they are installed; returns the folder. */
export function fromNpm(name, packages) {
	const folder = join(peers, name);
	if (!existsSync(join(folder, "installed"))) {
		console.error(`installing ${packages.join(", ")} into ${folder}`);
		mkdirSync(folder, { recursive: true });
		if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{"private":true}\n');
		run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], folder);
		writeFileSync(join(folder, "installed"), "");
	}
	return folder;
}

/** Imports a module of an installed package. */
export function load(folder, file) {
	return import(join(folder, "node_modules", file));
}

export const minisearch = () => fromNpm("minisearch", [`minisearch@${versions.minisearch}`]);
export const pagefind = () => fromNpm("pagefind", [`pagefind@${versions.pagefind}`]);
export const vitepress = () => fromNpm("vitepress", [`vitepress@${versions.vitepress}`]);

/** Docusaurus without search, because it has only a client for a hosted search service. */
export const docusaurus = () =>
	fromNpm("docusaurus", [
		...["core", "plugin-content-docs", "theme-classic", "faster"].map(
			(part) => `@docusaurus/${part}@${versions.docusaurus}`,
		),
		"react@19",
		"react-dom@19",
	]);

export const starlight = () =>
	fromNpm("starlight", [`@astrojs/starlight@${versions.starlight}`, `astro@${versions.astro}`]);

export const lighthouse = () => fromNpm("lighthouse", [`lighthouse@${versions.lighthouse}`]);

/** Returns the path of Node.js 22.19 or later, which Lighthouse and Astro require: the running one, or one from npm. */
export function newerNode() {
	const [major, minor] = process.versions.node.split(".").map(Number);
	if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
	return join(fromNpm("node", [`node@${versions.node}`]), "node_modules/node/bin/node");
}

/** Returns the program `mdbook`, built once with only the features for building a book. */
export function mdbook() {
	const folder = join(peers, "mdbook");
	const program = join(folder, "bin/mdbook");
	if (!existsSync(program)) {
		console.error(`building mdbook ${versions.mdbook} into ${folder}`);
		const features = ["--no-default-features", "--features", "search"];
		run("cargo", ["install", "mdbook", "--version", versions.mdbook, "--locked", ...features, "--root", folder]);
	}
	return program;
}

/**
 * Returns the program in `benches/tantivy`. Its lock file has the versions of tantivy and of its tokenizer. Cargo
 * builds the program again only after a change.
 */
export function tantivy() {
	const target = join(homedir(), ".cache/pailou/target-tantivy");
	const args = ["build", "--release", "--locked", "--quiet", "--target-dir", target];
	run("cargo", args, join(root, "benches/tantivy"));
	return join(target, "release/search-with-tantivy");
}

/** Returns the program `mkdocs` with Material and Chinese word segmentation for its search. */
export function mkdocs() {
	const folder = join(peers, "mkdocs");
	const program = join(folder, "bin/mkdocs");
	if (!existsSync(program)) {
		console.error(`installing mkdocs-material ${versions["mkdocs-material"]} into ${folder}`);
		run("python3", ["-m", "venv", folder]);
		const packages = ["mkdocs-material", "jieba"].map((name) => `${name}==${versions[name]}`);
		run(join(folder, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", ...packages]);
	}
	return program;
}

function run(program, args, cwd) {
	// Runs with low priority, so that an installation does not affect measurements. Without CARGO_TARGET_DIR, Cargo
	// does not change the builds of this repository.
	const env = { ...process.env };
	delete env.CARGO_TARGET_DIR;
	const { status } = spawnSync("nice", ["-n", "10", program, ...args], { cwd, env, stdio: ["ignore", 2, 2] });
	if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
}
