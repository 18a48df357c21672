// Sets the modification time of files to the time when their content was first built in a target folder. Cargo then
// does not rebuild content that another checkout has built. The times are stored in a record, whose path is in
// `PAILOU_STAMPS`. Without this variable, `build-ui.mjs` sets no times. Only `.ci/run` runs this script:
//   node scripts/stamps.mjs begin|end
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Sets the modification times of all tracked files and of their folders. */
export function begin(record, folder = root, now = Date.now()) {
	const known = isRecordCurrent(record) ? read(record) : {};
	stamp(record, known, folder, withFolders(trackedIn(folder)), now);
}

/** Returns the tracked files. Without a Git repository, the list is empty, so that all files keep their times. */
function trackedIn(folder) {
	const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: folder, encoding: "utf8" });
	return status === 0 ? stdout.split("\0").filter(Boolean) : [];
}

/** Sets the modification times of the files in a generated folder, if `PAILOU_STAMPS` is set. */
export function stampGenerated(path, record = process.env.PAILOU_STAMPS, folder = root, now = Date.now()) {
	if (!record) return;
	const inside = [...withFolders(filesIn(folder, path))].filter((name) => `${name}/`.startsWith(`${path}/`));
	stamp(record, read(record), folder, new Set(inside), now);
}

/** Updates the record's own modification time after the build, so that it is newer than the build. */
export function end(record, now = Date.now()) {
	if (existsSync(record)) utimesSync(record, now / 1000, now / 1000);
}

function stamp(record, known, folder, places, now) {
	for (const path of places) {
		const file = join(folder, path);
		const stats = lstatSync(file, { throwIfNoEntry: false });
		if (!stats || stats.isSymbolicLink()) continue;
		const content = stats.isDirectory() ? names(places, path) : readFileSync(file);
		const hash = createHash("sha256").update(content).digest("hex");
		const before = known[path];
		known[path] = before?.hash === hash ? before : { hash, time: now };
		utimesSync(file, known[path].time / 1000, known[path].time / 1000);
	}
	writeFileSync(record, JSON.stringify(known));
}

/** Returns the content that is hashed for a folder: the names of its entries. */
function names(places, folder) {
	return [...places]
		.filter((path) => dirname(path) === folder)
		.sort()
		.join("\0");
}

/** Adds the parent folders, because Cargo checks their times, too. */
function withFolders(files) {
	const places = new Set(files);
	for (const file of files)
		for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) places.add(folder);
	return places;
}

function filesIn(folder, path) {
	return readdirSync(join(folder, path), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\//, ""));
}

function read(record) {
	return existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
}

/**
 * Returns whether the record is newer than the last build in its target folder. If it is older, another checkout or an
 * interrupted run has built there, and every file counts as new.
 */
function isRecordCurrent(record) {
	if (!existsSync(record)) return false;
	const recorded = statSync(record).mtimeMs;
	return newestBuild(dirname(record)) <= recorded;
}

/** Time of Cargo's newest fingerprint in a target folder, in milliseconds since 1970-01-01 UTC. */
function newestBuild(target) {
	let newest = 0;
	for (const entry of readdirSync(target, { withFileTypes: true })) {
		if (!entry.isDirectory()) continue;
		const folder = join(target, entry.name);
		const profiles = entry.name.includes("-") ? readdirSync(folder).map((name) => join(folder, name)) : [folder];
		for (const prints of profiles.map((profile) => join(profile, ".fingerprint")).filter(existsSync))
			for (const entry of readdirSync(prints, { withFileTypes: true, recursive: true }))
				newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
	}
	return newest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const record = process.env.PAILOU_STAMPS;
	if (!record) throw new Error("stamps: PAILOU_STAMPS names no file");
	if (process.argv[2] === "begin") begin(record);
	else end(record);
}
