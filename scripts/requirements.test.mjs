// Tests of the detection of missing requirements and of the error message: node --test scripts/requirements.test.mjs
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { findChromium, findHeadlessShell, forBuilding, missingOf, sentence } from "./requirements.mjs";

const home = mkdtempSync(join(tmpdir(), "pailou-requirements-"));
after(() => rmSync(home, { recursive: true }));

/** Environment of a machine with these programs on its search path. */
function machine(name, ...programs) {
	const folder = join(home, name);
	mkdirSync(folder, { recursive: true });
	for (const program of programs) writeFileSync(join(folder, program), "");
	return { PATH: folder, HOME: folder, PLAYWRIGHT_BROWSERS_PATH: folder, PAILOU_TEST_POSTGRES: "postgres://x" };
}

for (const [name, programs, names, missing] of [
	["empty", [], forBuilding, ["git", "compiler", "rustup"]],
	["builder", ["git", "cc", "rustup", "cargo"], forBuilding, []],
	["without-cargo", ["git", "cc", "rustup"], forBuilding, ["rustup"]],
	["browser", ["chromium"], ["chromium", "chromedriver", "postgres"], ["chromedriver"]],
	["google", ["google-chrome", "chromedriver"], ["chromium", "chromedriver"], []],
]) {
	test(`machine ${name} lacks ${missing.join(", ") || "nothing"}`, () => {
		assert.deepEqual(missingOf(names, machine(name, ...programs)), missing);
	});
}

test("toolchain without the wasm target is reported", () => {
	const env = machine("toolchain");
	const toolchain = join(env.HOME, ".rustup/toolchains");
	assert.deepEqual(missingOf(["wasm"], env), []);
	for (const channel of ["1.95.0", "stable"]) mkdirSync(join(toolchain, `${channel}-x86_64`), { recursive: true });
	assert.deepEqual(missingOf(["wasm"], env), ["wasm"]);
});

test("Debian's headless shell is preferred to Playwright's", () => {
	const env = machine("debian", "shell");
	assert.equal(findHeadlessShell(env, join(env.HOME, "shell")), join(env.HOME, "shell"));
	assert.equal(findHeadlessShell(env, join(env.HOME, "none")), undefined);
});

test("newest headless shell of Playwright is selected", () => {
	const env = machine("playwright");
	for (const build of ["998", "1200"]) {
		const folder = join(env.HOME, `chromium_headless_shell-${build}/chrome-linux`);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, "headless_shell"), "");
	}
	assert.equal(findHeadlessShell(env, ""), join(env.HOME, "chromium_headless_shell-1200/chrome-linux/headless_shell"));
	assert.equal(findChromium(env), undefined);
});

test("message lists all missing programs", () => {
	assert.equal(
		sentence(["chromedriver"]),
		"missing: ChromeDriver; install it (Debian: sudo apt-get install chromium-driver).",
	);
	assert.equal(
		sentence(["git", "rustup", "chromedriver"]),
		"missing: Git, rustup and ChromeDriver; install them (Debian: sudo apt-get install git chromium-driver; https://rustup.rs).",
	);
});
