// Moves the debug information of a program into a file beside the program:
//   node scripts/strip.mjs target/release/pailou
// On Linux and for Windows, the file is pailou.debug, and the program contains a link for debuggers. On macOS, it is
// pailou.dSYM.
import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { argv, platform } from "node:process";

const [file] = argv.slice(2);
if (!file || !existsSync(file)) {
	console.error(`strip: no program at ${file ?? "(no path given)"}; build it first`);
	process.exit(1);
}

const run = (command, ...args) =>
	execFileSync(command, args, { cwd: dirname(file), encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const name = basename(file);
const before = statSync(file).size;
// The stripped program is written to another file and renamed, because Cargo has a hard link to the original
// file, and the original file must stay complete.
const stripped = `${name}.stripped`;

// Programs for Windows are built on Linux, with the tools of MinGW-w64.
const tool = (of) => (name.endsWith(".exe") ? `x86_64-w64-mingw32-${of}` : of);

if (platform === "darwin") stripOnMac();
else if (!run(tool("objdump"), "--section-headers", name).includes(".gnu_debuglink")) stripWithBinutils();
console.log(`${file}: ${mebibytes(before)}, stripped ${mebibytes(statSync(file).size)}`);

function stripWithBinutils() {
	rmSync(`${file}.debug`, { force: true });
	// A program for Windows cannot contain compressed sections.
	const compressed = name.endsWith(".exe") ? [] : ["--compress-debug-sections=zlib"];
	run(tool("objcopy"), "--only-keep-debug", ...compressed, name, `${name}.debug`);
	run(tool("objcopy"), "--strip-all", `--add-gnu-debuglink=${name}.debug`, name, stripped);
	renameSync(`${dirname(file)}/${stripped}`, file);
}

function stripOnMac() {
	rmSync(`${file}.dSYM`, { recursive: true, force: true });
	run("dsymutil", name, "-o", `${name}.dSYM`);
	run("strip", "-o", stripped, name);
	renameSync(`${dirname(file)}/${stripped}`, file);
}

function mebibytes(bytes) {
	return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
