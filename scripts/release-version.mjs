// Version of a release, for the release workflow:
//   node scripts/release-version.mjs refs/tags/v1.2.3    prints `version=1.2.3` if all files have this version
//   node scripts/release-version.mjs --notes 1.2.3       prints the section of this version in the changelog
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Returns the version in Cargo.toml and package.json. If `ref` is a tag, it must have the same version, and the
 * changelog must have a section for it. Throws an error for the first difference.
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

/** Returns the text below the heading `## [version]` of the changelog, up to the next heading. */
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
