// Lists retired identifiers that occur in the code again. `just old-names`
//
// Each line of old-names.txt is an identifier and a glob of the files whose code must not contain it. Comments and
// strings are not searched.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const rules = readFileSync(join(root, "scripts/old-names.txt"), "utf8")
	.split("\n")
	.filter((line) => line !== "" && !line.startsWith("#"))
	.map((line) => line.split(/\s+/))
	.map(([name, glob]) => ({ name, paths: pattern(glob) }));

// New files are included and deleted files are skipped, even if these changes are not staged.
const options = ["-z", "--cached", "--others", "--exclude-standard", "--", "*.rs", "*.ts", "*.tsx"];
const listed = execFileSync("git", ["ls-files", ...options], { cwd: root, encoding: "utf8" });
const found = [];
for (const path of listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)))) {
	const rejected = new Set(rules.filter(({ paths }) => paths.test(path)).map(({ name }) => name));
	if (rejected.size === 0) continue;
	const lines = code(readFileSync(join(root, path), "utf8")).split("\n");
	for (const [index, line] of lines.entries()) {
		for (const [word] of line.matchAll(/[A-Za-z_]\w*/g)) {
			if (rejected.has(word)) found.push(`${path}:${index + 1}: old identifier \`${word}\``);
		}
	}
}

for (const line of found) console.error(line);
process.exitCode = found.length > 0 ? 1 : 0;

/** Converts a glob to a regular expression: `**` followed by a slash matches any folders, `*` a part of a name. */
function pattern(glob) {
	const parts = { "**/": "(?:.*/)?", "*": "[^/]*", ".": "\\." };
	return new RegExp(`^${glob.replace(/\*\*\/|[*.]/g, (part) => parts[part])}$`);
}

/** Replaces comments and strings by spaces; line breaks are kept. */
function code(text) {
	const noCode = /\/\/[^\n]*|\/\*.*?\*\/|\bb?r(#*)".*?"\1|b?'(?:\\[^']*|[^\\'\n])'|b?"(?:[^"\\]|\\.)*"/gs;
	return text.replace(noCode, (match) => match.replace(/[^\n]/g, " "));
}
