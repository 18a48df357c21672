// Tests of stripping a program: node --test scripts/strip.test.mjs
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "pailou-strip-"));
after(() => rmSync(folder, { recursive: true }));
const program = join(folder, "program");
const strip = (file) => spawnSync("node", [join(import.meta.dirname, "strip.mjs"), file], { encoding: "utf8" });

test("stripped program runs and has separate debug information", () => {
	writeFileSync(join(folder, "program.c"), '#include <stdio.h>\nint main(void) { puts("runs"); return 0; }\n');
	execFileSync("cc", ["-g3", "-o", program, join(folder, "program.c")]);
	const before = statSync(program).size;
	assert.equal(strip(program).status, 0);
	const debug = process.platform === "darwin" ? `${program}.dSYM` : `${program}.debug`;
	const { size, mtimeMs } = statSync(debug);
	assert.ok(statSync(program).size < before && size > 0);
	assert.equal(execFileSync(program, { encoding: "utf8" }), "runs\n");
	if (process.platform === "darwin") return;
	// A second run changes nothing and keeps the debug information.
	assert.equal(strip(program).status, 0);
	assert.deepEqual([statSync(debug).size, statSync(debug).mtimeMs], [size, mtimeMs]);
});

const windowsCompiler = "x86_64-w64-mingw32-gcc";
const hasWindowsCompiler = spawnSync(windowsCompiler, ["--version"]).status === 0;

test("program for Windows is stripped on Linux", { skip: !hasWindowsCompiler && "no MinGW-w64" }, () => {
	const windows = join(folder, "program.exe");
	writeFileSync(join(folder, "windows.c"), "int main(void) { return 0; }\n");
	execFileSync(windowsCompiler, ["-g3", "-o", windows, join(folder, "windows.c")]);
	const before = statSync(windows).size;
	assert.equal(strip(windows).status, 0);
	assert.ok(statSync(windows).size < before && statSync(`${windows}.debug`).size > 0);
});

test("stripping a missing program is an error", () => {
	const { status, stderr } = strip(join(folder, "absent"));
	assert.equal(status, 1);
	assert.match(stderr, /^strip: no program at /);
	assert.ok(!existsSync(join(folder, "absent.debug")));
});
