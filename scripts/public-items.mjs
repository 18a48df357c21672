// Lists public items of the crates that no other crate uses: they should be `pub(crate)`. `just public-items`
//
// An item is used if its name occurs in another crate, a binary, or a test of the workspace, or in the signature of
// another public item of its crate. Items of libraries that are intentionally complete are in public-items.txt. `--fix`
// changes the listed items to `pub(crate)`.
//
// `--duplicates` lists public types of a crate that share a name, with `--functions` also free functions. `just
// old-names` runs it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const crates = join(root, "server/crates");
const allowed = new Set(readFileSync(join(root, "scripts/public-items.txt"), "utf8").split("\n").filter(Boolean));

const item =
	/^([ \t]*)pub (?:const |async |unsafe )*(fn|struct|enum|trait|type|const|static|mod|union) ([A-Za-z_]\w*)([^{;]*)/gm;

const files = readdirSync(crates).flatMap((name) =>
	sources(join(crates, name, "src")).map((path) => ({ crate: name, path, text: readFileSync(path, "utf8") })),
);
const outside = ["server/src", "server/tests"].flatMap((folder) => sources(join(root, folder)));
files.push(...outside.map((path) => ({ crate: "", path, text: readFileSync(path, "utf8") })));

/** Words in the code of each crate. */
const words = new Map();
for (const { crate, text } of files) {
	const known = words.get(crate) ?? new Set();
	for (const [word] of code(text).matchAll(/[A-Za-z_]\w*/g)) known.add(word);
	words.set(crate, known);
}

// Names that several items of a crate may have, because they are qualified by their module.
const repeated = new Set(["Error", "Result", "Builder", "routes", "new", "main"]);

/** Public types and free functions of a crate that share a name, without request handlers. */
const duplicates = [];

const found = [];
for (const crate of new Set(files.map((file) => file.crate))) {
	if (crate === "") continue;
	const own = files.filter((file) => file.crate === crate);
	const items = own.flatMap((file) =>
		[...file.text.matchAll(item)].map((match) => ({
			file,
			at: match.index + match[1].length,
			kind: match[2],
			name: match[3],
			// Text that is public with the item: its signature, or its public fields and variants.
			names: `${match[4]} ${publicBody(file.text, match)}`,
		})),
	);
	// Associated types of implementations, and items that are exported under another name.
	const associated = own
		.flatMap((file) => file.text.match(/^[ \t]+type \w+ = [^;]+;|^pub use [^;]+ as [^;]+;/gm) ?? [])
		.join("\n");
	const places = new Map();
	for (const { file, at, kind, name } of items) {
		const isMethod = kind === "fn" && /^[ \t]/m.test(file.text.slice(file.text.lastIndexOf("\n", at) + 1, at));
		const isHandler = /\/handlers\.rs$/.test(file.path) || isRoute(file.text, at);
		if (["mod", "const", "static"].includes(kind) || isMethod || isHandler || repeated.has(name)) continue;
		if (!isReachable(own, file.path, name, join(crates, crate, "src"))) continue;
		const key = `${kind === "fn" ? "function" : "type"} ${name}`;
		places.set(key, [...(places.get(key) ?? []), relative(join(crates, crate, "src"), file.path)]);
	}
	for (const [name, at] of places)
		if (at.length > 1) duplicates.push({ name, text: `${crate}: ${name} in ${at.join(", ")}` });
	for (const one of items) {
		const isUsed = [...words].some(([other, known]) => other !== crate && known.has(one.name));
		const isNamed =
			["struct", "enum", "trait", "type", "union"].includes(one.kind) &&
			[associated, ...items.filter((other) => other !== one).map(({ names }) => names)].some((names) =>
				new RegExp(`\\b${one.name}\\b`).test(names),
			);
		if (isUsed || isNamed || one.name === "main") continue;
		const place = `${crate}/${relative(join(crates, crate, "src"), one.file.path)}: ${one.name}`;
		if (!allowed.has(place)) found.push({ ...one, place });
	}
}

if (process.argv.includes("--fix")) {
	for (const file of new Set(found.map(({ file }) => file))) {
		let { text } = file;
		const places = found.filter((one) => one.file === file).map(({ at }) => at);
		for (const at of places.sort((a, b) => b - a)) text = `${text.slice(0, at)}pub(crate)${text.slice(at + 3)}`;
		writeFileSync(file.path, text);
	}
} else if (process.argv.includes("--accept")) {
	const all = [...allowed, ...found.map(({ place }) => place)].sort();
	writeFileSync(join(root, "scripts/public-items.txt"), `${all.join("\n")}\n`);
} else if (process.argv.includes("--duplicates")) {
	// Functions are qualified by their module, so they may share a name.
	const listed = duplicates.filter(({ name }) => name.startsWith("type ") || process.argv.includes("--functions"));
	for (const { text } of listed) console.error(`several public items share a name in ${text}`);
	process.exitCode = listed.length > 0 ? 1 : 0;
} else {
	for (const { place } of found) console.error(`no other crate uses ${place}: make it pub(crate)`);
	process.exitCode = found.length > 0 ? 1 : 0;
}

/** Whether other crates can name the item: its modules are public, or it is re-exported. */
function isReachable(own, path, name, src) {
	const again = new RegExp(`^pub use [^;]*\\b${name}\\b[^;]*;`, "m");
	const parts = relative(src, path)
		.replace(/(?:\/mod|^lib)?\.rs$/, "")
		.split("/")
		.filter(Boolean);
	const isPublic = parts.every((part, index) => {
		const above = parts.slice(0, index).join("/");
		const parents = above === "" ? ["lib.rs"] : [`${above}.rs`, `${above}/mod.rs`];
		const parent = own.find((file) => parents.includes(relative(src, file.path)));
		return parent && new RegExp(`^pub mod ${part};`, "m").test(parent.text);
	});
	return isPublic || own.some(({ path: other, text }) => /(?:lib|mod)\.rs$/.test(other) && again.test(text));
}

/** Whether the function is the handler of a route. */
function isRoute(text, at) {
	const before = text.slice(0, at);
	return /#\[utoipa::path\((?:(?!\n\}\n).)*$/s.test(before);
}

function sources(folder) {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(".rs"))
		.map((entry) => join(entry.parentPath, entry.name));
}

/** Removes comments and strings. */
function code(text) {
	return text.replace(/\/\/[^\n]*|\bb?r(#*)".*?"\1|'(?:\\.|[^\\'\n])'|"(?:[^"\\]|\\.)*"/gs, " ");
}

/** Public fields of a struct, or the whole body of an enum or a trait. */
function publicBody(text, match) {
	const start = match.index + match[0].length;
	if (text[start] !== "{" || match[2] === "fn" || match[2] === "mod") return "";
	let depth = 0;
	let end = start;
	do {
		if (text[end] === "{") depth += 1;
		if (text[end] === "}") depth -= 1;
		end += 1;
	} while (depth > 0 && end < text.length);
	const body = text.slice(start, end);
	return match[2] === "struct" ? (body.match(/^\s*pub [^\n]*$/gm) ?? []).join("\n") : body;
}
