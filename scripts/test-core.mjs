// Tests of the client core that need more than Rust: in a real browser, and as an installed package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./chromium.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const tools = join(process.env.PAILOU_TOOLS ?? join(homedir(), ".cache/pailou/tools"), "bin");

try {
	findChromium();
} catch (error) {
	fail(error.message);
}
const driver = process.env.CHROMEDRIVER ?? inPath("chromedriver");
if (!driver) fail("no ChromeDriver was found: install it (Debian: chromium-driver), or set CHROMEDRIVER to its path.");

run("cargo", ["test", "--package", "core-wasm", "--target", "wasm32-unknown-unknown", "--test", "browser"], {
	cwd: join(root, "core-wasm"),
	env: {
		...process.env,
		CHROMEDRIVER: driver,
		CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: join(tools, "wasm-bindgen-test-runner"),
	},
});
run("node", ["--test", "core-wasm/tests/package/package.test.mjs"], { cwd: root });

function inPath(name) {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function run(command, args, options) {
	const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
	if (error) fail(`cannot run ${command}: ${error.message}`);
	if (status !== 0) process.exit(status ?? 1);
}

function fail(sentence) {
	console.error(`test-core: ${sentence}`);
	process.exit(1);
}
