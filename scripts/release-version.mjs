// The version of a release, for the workflow:
//   node scripts/release-version.mjs refs/tags/v1.2.3    prints `version=1.2.3` where all files agree on it
//   node scripts/release-version.mjs --notes 1.2.3       prints that section of the changelog
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

/**
 * The version that Cargo.toml and package.json name, and the tag where there is one. A tagged version has a section in
 * the changelog. Throws one sentence about the first difference.
 */
export function versionOf(ref, { cargo, npm, changelog }) {
	const version = /^\[workspace\.package\]\s*\nversion = "([^"]+)"/m.exec(cargo)?.[1];
	const other = JSON.parse(npm).version;
	if (version !== other) throw new Error(`Cargo.toml has version ${version}, package.json ${other}`);
	const tag = /^refs\/tags\/v(.+)$/.exec(ref)?.[1];
	if (tag === undefined) return version;
	if (tag !== version) throw new Error(`the tag names ${tag}, Cargo.toml ${version}`);
	notesOf(version, changelog);
	return version;
}

/** The text below the heading `## [version]` of the changelog, up to the next one. */
export function notesOf(version, changelog) {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	if (section === undefined) throw new Error(`CHANGELOG.md has no section [${version}]`);
	return `${section.slice(section.indexOf("\n")).trim()}\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
	const read = (name) => readFileSync(join(import.meta.dirname, "..", name), "utf8");
	const changelog = read("CHANGELOG.md");
	const [first, second] = argv.slice(2);
	try {
		const files = { cargo: read("Cargo.toml"), npm: read("package.json"), changelog };
		process.stdout.write(first === "--notes" ? notesOf(second, changelog) : `version=${versionOf(first, files)}\n`);
	} catch (error) {
		console.error(`release: ${error.message}`);
		process.exit(1);
	}
}
