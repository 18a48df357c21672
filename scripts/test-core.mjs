// Runs the tests of the client core in a real browser, and as an installed package.
import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensure, findChromeDriver } from "./requirements.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const tools = join(process.env.PAILOU_TOOLS ?? join(homedir(), ".cache/pailou/tools"), "bin");

try {
	ensure(["chromium", "chromedriver"]);
} catch (error) {
	fail(error.message);
}

run("cargo", ["test", "--package", "core-wasm", "--target", "wasm32-unknown-unknown", "--test", "browser"], {
	cwd: join(root, "core-wasm"),
	env: {
		...process.env,
		CHROMEDRIVER: findChromeDriver(),
		CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: join(tools, "wasm-bindgen-test-runner"),
	},
});
run("node", ["--test", "core-wasm/tests/package/package.test.mjs"], { cwd: root });

function run(command, args, options) {
	const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
	if (error) fail(`cannot run ${command}: ${error.message}`);
	if (status !== 0) process.exit(status ?? 1);
}

function fail(sentence) {
	console.error(`test-core: ${sentence}`);
	process.exit(1);
}
