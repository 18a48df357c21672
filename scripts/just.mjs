// Runs a recipe of the justfile with `just` from npm, which needs no separate installation. Installs the JavaScript
// packages first if they are missing or older than the lock file. Before the first build, also starts compiling the
// crates that do not need the UI, because installing packages and building the UI take minutes and leave cores idle.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensure, forBuilding, forTesting } from "./requirements.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const installed = join(root, "node_modules/.installed");
const lock = join(root, "package-lock.json");

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
	console.error(`pailou: Node.js ${process.versions.node} is too old: install 20.19 or newer.`);
	process.exit(1);
}

const [recipe] = process.argv.slice(2);
const needed = recipe === "start" ? forBuilding : recipe === "check" ? forTesting : [];
try {
	ensure(needed);
} catch (error) {
	console.error(`pailou: ${error.message}`);
	process.exit(1);
}

const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
if (needed.length > 0 && !existsSync(join(target, "debug/pailou"))) compileInBackground();

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
	run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
	writeFileSync(installed, "");
	utimesSync(installed, new Date(), new Date());
}

run(join(root, "node_modules/.bin/just"), process.argv.slice(2));

/**
 * Starts a build of the binary. Its output and status are ignored: it fails at the crate that embeds the UI if the UI
 * is not built yet, and the recipe repeats the build and reports errors. The Cargo of the recipe waits for this build.
 */
function compileInBackground() {
	// Installs the toolchain if it is missing, so that two processes of rustup do not install it at the same time.
	run("cargo", ["--version"]);
	const args = ["build", "--package", "pailou", "--bin", "pailou", "--keep-going"];
	const build = spawn("cargo", args, { cwd: root, stdio: "ignore" });
	build.on("error", () => {});
	process.on("exit", () => build.kill());
}

function run(command, args) {
	const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
	if (error) {
		console.error(`pailou: cannot run ${command}: ${error.message}`);
		process.exit(1);
	}
	if (status !== 0) process.exit(status ?? (signal ? 130 : 1));
}
