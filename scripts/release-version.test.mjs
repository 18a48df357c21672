// Tests of the release version: node --test scripts/release-version.test.mjs
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { notesOf, versionOf } from "./release-version.mjs";

const files = {
	cargo: '[workspace]\n\n[workspace.package]\nversion = "1.2.3"\n',
	npm: '{ "version": "1.2.3" }',
	changelog: "# Changelog\n\n## [Unreleased]\n\n- A\n\n## [1.2.3] - 2026-12-01\n\n- B\n\n## [1.2.2]\n\n- C\n",
};

for (const [name, ref, changed, expected] of [
	["release version on a branch is that of Cargo.toml", "refs/heads/main", {}, "1.2.3"],
	["tag with the version of Cargo.toml is accepted", "refs/tags/v1.2.3", {}, "1.2.3"],
	["tag with another version is an error", "refs/tags/v1.2.4", {}, /tag names 1\.2\.4/],
	["package.json with another version is an error", "refs/heads/main", { npm: '{"version":"1.0.0"}' }, /1\.0\.0/],
	["tag without changelog is an error", "refs/tags/v1.2.3", { changelog: "# Changelog\n" }, /no section \[1\.2\.3\]/],
]) {
	test(name, () => {
		const version = () => versionOf(ref, { ...files, ...changed });
		if (typeof expected === "string") assert.equal(version(), expected);
		else assert.throws(version, expected);
	});
}

test("release notes are the changelog section of the version", () => {
	assert.equal(notesOf("1.2.3", files.changelog), "- B\n");
});

test("actual Cargo.toml and package.json have the same version", () => {
	const script = join(import.meta.dirname, "release-version.mjs");
	const { status, stdout, stderr } = spawnSync("node", [script, "refs/heads/main"], { encoding: "utf8" });
	assert.equal(status, 0, stderr);
	assert.match(stdout, /^version=\d+\.\d+\.\d+\n$/);
});

test("release workflow builds exactly the documented targets", () => {
	const read = (name) => readFileSync(join(import.meta.dirname, "..", name), "utf8");
	const workflow = read(".github/workflows/release.yml");
	const targets = [...workflow.matchAll(/target: ([\w-]+)[ ,}]/g)].map(([, target]) => target).sort();
	for (const language of ["en", "zh"]) {
		const page = read(`content/pages/${language}/operate/install.md`);
		const documented = [...page.matchAll(/^\| `pailou-VERSION-([\w-]+)\.tar\.gz`/gm)]
			.map(([, target]) => target)
			.sort();
		assert.deepEqual(
			documented,
			targets.filter((target) => target !== "files"),
			language,
		);
	}
});
