// Builds core-wasm and its package @pailou/core in core-wasm/pkg. The package is rebuilt only after changes. Uses the
// network only to download crates, and once to install the wasm target and the command-line tool of wasm-bindgen.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const crate = join(root, "core-wasm");
const pkg = join(crate, "pkg");
const tools = join(process.env.PAILOU_TOOLS ?? join(homedir(), ".cache/pailou/tools"), "bin");
const budget = 25 * 1024;
const repository = "https://github.com/pailou/pailou";

const run = (command, args, env = process.env) =>
	execFileSync(command, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
const ask = (command, args) =>
	execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const wasm = compile();
const fingerprint = fingerprintOf(wasm);
if (isCurrent(fingerprint)) {
	console.log("core-wasm/pkg is current");
} else {
	replacePackage(wasm, fingerprint);
}

function compile() {
	ensureTarget();
	// Panic messages contain source paths. This option removes the folders of the build machine from them.
	const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
	process.env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS ??= `--remap-path-prefix=${home}/registry/src=.`;
	const args = "build --quiet --package core-wasm --target wasm32-unknown-unknown --profile wasm";
	run("cargo", args.split(" "));
	const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
	return join(target, "wasm32-unknown-unknown/wasm/core_wasm.wasm");
}

/**
 * Adds the wasm target to the toolchain. rustup installs the targets of `rust-toolchain.toml` only together with the
 * toolchain, and not if automatic installation is disabled. Without rustup, the target must already be installed.
 */
function ensureTarget() {
	const name = "wasm32-unknown-unknown";
	const sysroot = ask("rustc", ["--print", "sysroot"]).trim();
	if (existsSync(join(sysroot, "lib/rustlib", name, "lib"))) return;
	console.log(`adding the Rust target ${name} (once)`);
	try {
		run("rustup", ["target", "add", name]);
	} catch {
		throw new Error(`The Rust target ${name} is missing and rustup could not add it: install it for ${sysroot}.`);
	}
}

/** Version of wasm-bindgen in Cargo.lock. The command-line tool must have the same version. */
function bindgenVersion() {
	const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
	const [, version] = lock.match(/name = "wasm-bindgen"\nversion = "([^"]+)"/);
	return version;
}

/** Hash of all inputs of the package; a change of any of them triggers a new build. */
function fingerprintOf(wasm) {
	const hash = createHash("sha256").update(bindgenVersion());
	for (const file of [
		wasm,
		fileURLToPath(import.meta.url),
		...documents(),
		...examples(),
		join(root, "node_modules/binaryen/package.json"),
	]) {
		if (existsSync(file)) hash.update(readFileSync(file));
	}
	return hash.digest("hex");
}

function documents() {
	const named = (folder, pattern) =>
		readdirSync(folder)
			.filter((name) => pattern.test(name))
			.map((name) => join(folder, name));
	return [...named(crate, /^README.*\.md$/), ...named(root, /^LICENSE/)];
}

/** Whether a path in an example is source code, not a dependency or build output. */
function isSource(path) {
	return !/[\\/](node_modules|dist)$/.test(path);
}

function examples() {
	const files = readdirSync(join(crate, "examples"), { recursive: true, withFileTypes: true });
	const paths = files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	return paths.filter((path) => !/[\\/](node_modules|dist)[\\/]/.test(path)).sort();
}

function isCurrent(fingerprint) {
	const stamp = join(pkg, ".fingerprint");
	if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== fingerprint) return false;
	// `wasm-pack build` writes its own package into the same folder.
	return JSON.parse(readFileSync(join(pkg, "package.json"), "utf8")).name === "@pailou/core";
}

/** Builds the package in a new folder and then renames it, so that no process reads an incomplete package. */
function replacePackage(wasm, fingerprint) {
	const made = mkdtempSync(join(crate, "pkg-"));
	try {
		bind(wasm, made);
		optimize(made);
		writeFileSync(join(made, "package.json"), `${JSON.stringify(manifest(), null, "\t")}\n`);
		cpSync(join(crate, "examples"), join(made, "examples"), { recursive: true, filter: isSource });
		for (const file of documents()) cpSync(file, join(made, file.slice(file.lastIndexOf("/") + 1)));
		writeFileSync(join(made, ".fingerprint"), fingerprint);
		rmSync(pkg, { recursive: true, force: true });
		renameSync(made, pkg);
	} finally {
		rmSync(made, { recursive: true, force: true });
	}
	reportSize();
}

/** Generates the bindings for each kind of host. The wasm is the same for all, so only one copy is kept. */
function bind(wasm, made) {
	const bindgen = findBindgen();
	for (const [folder, target] of [
		["bundler", "bundler"],
		["web", "web"],
		["node", "experimental-nodejs-module"],
	]) {
		run(bindgen, ["--target", target, "--out-dir", join(made, folder), wasm]);
	}
	const original = readFileSync(join(made, "bundler/core_wasm_bg.wasm"));
	// `new URL` is not used for Node.js, because test runners that transform modules would treat it as an asset.
	const places = {
		web: "new URL('../bundler/core_wasm_bg.wasm', import.meta.url)",
		node: "import.meta.dirname + '/../bundler/core_wasm_bg.wasm'",
	};
	for (const [folder, url] of Object.entries(places)) {
		const copy = join(made, folder, "core_wasm_bg.wasm");
		if (!readFileSync(copy).equals(original)) throw new Error(`the wasm of ${folder} differs from the bundler's`);
		for (const name of ["core_wasm_bg.wasm", "core_wasm_bg.wasm.d.ts", "package.json"])
			rmSync(join(made, folder, name), { force: true });
		const glue = join(made, folder, "core_wasm.js");
		const text = readFileSync(glue, "utf8");
		const shared = text.replace("new URL('core_wasm_bg.wasm', import.meta.url)", () => url);
		if (shared === text) throw new Error(`the glue of ${folder} names its wasm in an unexpected way`);
		writeFileSync(glue, shared);
	}
}

function findBindgen() {
	const version = bindgenVersion();
	const folders = [tools, ...(process.env.PATH ?? "").split(delimiter)];
	const isRight = (file) => existsSync(file) && ask(file, ["--version"]).trim() === `wasm-bindgen ${version}`;
	const found = folders.map((folder) => join(folder, "wasm-bindgen")).find(isRight);
	if (found) return found;
	console.log(`installing wasm-bindgen-cli ${version} into ${tools} (once, a minute or two)`);
	mkdirSync(tools, { recursive: true });
	// Without optimization, the tool compiles four times as fast, and each run takes 0.4 s instead of 0.1 s.
	const args = ["install", "wasm-bindgen-cli", "--version", version, "--quiet", "--force", "--debug"];
	// Uses another target folder. In that of the server, Cargo would wait for the background build of `just.mjs`.
	const { CARGO_TARGET_DIR, ...env } = process.env;
	run("cargo", [...args, "--root", join(tools, "..")], { ...env, CARGO_PROFILE_DEV_DEBUG: "0" });
	return join(tools, "wasm-bindgen");
}

/**
 * Optimizes the wasm for size. Shortens the names that bindings and wasm share, because they end in a hash, which
 * cannot be compressed (2 KB in total).
 */
function optimize(made) {
	const wasmOpt = join(root, "node_modules/.bin/wasm-opt");
	const binary = join(made, "bundler/core_wasm_bg.wasm");
	const text = join(made, "core_wasm.wat");
	run(wasmOpt, ["-Oz", "--converge", "--strip-debug", "--strip-producers", binary, "--emit-text", "--output", text]);
	const shorten = shortener();
	for (const file of [text, ...glueIn(made)]) writeFileSync(file, shorten(readFileSync(file, "utf8")));
	for (const file of glueIn(made).filter((name) => name.endsWith(".js")))
		writeFileSync(file, withoutDocs(readFileSync(file, "utf8")));
	run(wasmOpt, [
		"-Oz",
		"--enable-bulk-memory",
		"--enable-reference-types",
		"--enable-multivalue",
		"--enable-sign-ext",
		"--enable-nontrapping-float-to-int",
		text,
		"--output",
		binary,
	]);
	rmSync(text);
}

/**
 * Returns a function that shortens the names in a text: it removes their hashes and replaces the prefixes of
 * wasm-bindgen by `_`. If two names are then equal, the second gets a number. A name gets the same short name in every
 * file.
 */
function shortener() {
	const short = new Map();
	const used = new Set();
	const shortName = (name, stem) => {
		if (!short.has(name)) {
			const base = stem.replace(/^__wbg_+|wasm_bindgen__convert__closures_+/, "_");
			let unique = base;
			for (let number = 2; used.has(unique); number += 1) unique = `${base}${number}`;
			used.add(unique);
			short.set(name, unique);
		}
		return short.get(name);
	};
	return (text) => text.replace(/\b(_?_?\w+?)_+h?[0-9a-f]{16}\b/g, shortName);
}

/** Removes the documentation of the exports. Editors show the documentation from the types instead. */
function withoutDocs(glue) {
	return glue.replace(/^\/\*\*\n( \*.*\n)+(?=export function)/gm, "");
}

function glueIn(made) {
	const folders = ["bundler", "node", "web"].map((folder) => join(made, folder));
	return folders.flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => /\.(js|d\.ts)$/.test(name))
			.map((name) => join(folder, name)),
	);
}

function manifest() {
	const metadata = JSON.parse(ask("cargo", ["metadata", "--no-deps", "--offline", "--format-version", "1"]));
	const { version, description, license } = metadata.packages.find(({ name }) => name === "core-wasm");
	return {
		name: "@pailou/core",
		version,
		description,
		license,
		homepage: `${repository}/tree/main/core-wasm#readme`,
		repository: { type: "git", url: `git+${repository}.git`, directory: "core-wasm" },
		bugs: `${repository}/issues`,
		type: "module",
		keywords: ["pailou", "wasm", "fetch", "locale", "i18n", "rfc9457"],
		files: ["bundler", "node", "web", "examples", "README*.md", "LICENSE*"],
		main: "./bundler/core_wasm.js",
		types: "./bundler/core_wasm.d.ts",
		exports: {
			".": {
				types: "./bundler/core_wasm.d.ts",
				node: "./node/core_wasm.js",
				browser: "./bundler/core_wasm.js",
				default: "./bundler/core_wasm.js",
			},
			"./web": { types: "./web/core_wasm.d.ts", default: "./web/core_wasm.js" },
			"./core_wasm_bg.wasm": "./bundler/core_wasm_bg.wasm",
			"./package.json": "./package.json",
		},
		sideEffects: ["./bundler/core_wasm.js", "./node/core_wasm.js"],
		engines: { node: ">=20.19" },
	};
}

function reportSize() {
	const files = ["core_wasm_bg.wasm", "core_wasm_bg.js", "core_wasm.js"].map((name) =>
		readFileSync(join(pkg, "bundler", name)),
	);
	const sum = (size) => files.map(size).reduce((total, bytes) => total + bytes);
	const raw = sum((file) => file.length);
	const gzip = sum((file) => gzipSync(file, { level: 9 }).length);
	const brotli = sum((file) => brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length);
	console.log(`core-wasm/pkg: wasm + glue ${raw} bytes, gzip ${gzip}, brotli ${brotli} of ${budget}`);
	if (brotli > budget) throw new Error("wasm + glue are over the budget");
}
