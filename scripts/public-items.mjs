// Reports public items that no other crate uses and that should therefore be `pub(crate)`. `just public-items`
//
// An item is used if its name occurs in another crate, a binary, or a test of the workspace. Types are also used if
// their name occurs in another public item of their crate. public-items.txt lists exceptions, such as items of
// libraries that are intentionally complete. `--fix` changes the reported items to `pub(crate)`; `--accept` adds them
// to public-items.txt.
//
// `--duplicates` reports public types of one crate with the same name, and free functions of one crate with the same
// name, public or not. `just old-names` runs this check.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const crates = join(root, "server/crates");
const allowed = new Set(readFileSync(join(root, "scripts/public-items.txt"), "utf8").split("\n").filter(Boolean));

const item =
	/^([ \t]*)pub (?:const |async |unsafe )*(fn|struct|enum|trait|type|const|static|mod|union) ([A-Za-z_]\w*)([^{;]*)/gm;

const freeFunction = /^(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe |extern "C" )*fn (\w+)/gm;

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

// Names that several items of a crate may have, because uses of them are qualified by the module.
const repeated = new Set(["Error", "Result", "Builder", "routes", "new", "main"]);

// Crate, path prefix, and functions that several modules below this path implement. The caller chooses the module.
const interfaces = [
	["cli", "", ["perform"]],
	// Bindings for JavaScript, named as the functions that they export.
	["core-wasm", "", ["decorate", "with_locale", "without_locale"]],
	["highlight", "", ["scan"]],
	[
		"importers",
		"generators/",
		["address", "detect_marker", "layout", "plugins", "read", "redirects", "settings", "translations"],
	],
	["lint", "", ["check"]],
	["markdown", "", ["to_markdown"]],
];

/** Public types with the same name in one crate. */
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
			// Public text of the item: its signature, and its public fields or variants.
			names: `${match[4]} ${publicBody(file.text, match)}`,
		})),
	);
	// Lines that define an associated type in an implementation, or that export an item under another name.
	const associated = own
		.flatMap((file) => file.text.match(/^[ \t]+type \w+ = [^;]+;|^pub use [^;]+ as [^;]+;/gm) ?? [])
		.join("\n");
	const places = new Map();
	for (const { file, kind, name } of items) {
		if (["fn", "mod", "const", "static"].includes(kind) || repeated.has(name)) continue;
		if (!isReachable(own, file.path, name, join(crates, crate, "src"))) continue;
		places.set(name, [...(places.get(name) ?? []), relative(join(crates, crate, "src"), file.path)]);
	}
	for (const [name, at] of places)
		if (at.length > 1) duplicates.push(`several public types share a name in ${crate}: ${name} in ${at.join(", ")}`);
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
	const listed = [...duplicates, ...duplicateFunctions()];
	for (const text of listed) console.error(text);
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

/** Free functions with the same name in several files of a crate. In one file, they may be variants for platforms. */
function duplicateFunctions() {
	const folders = [...new Set(files.map(({ crate }) => crate))]
		.filter((crate) => crate !== "")
		.map((crate) => [crate, join(crates, crate, "src")]);
	folders.push(["core-wasm", join(root, "core-wasm/src")]);
	return folders.flatMap(([crate, folder]) => {
		const places = new Map();
		for (const path of sources(folder)) {
			const file = relative(folder, path);
			if (/(?:^|[/_])tests\.rs$/.test(file)) continue;
			for (const [, name] of readFileSync(path, "utf8").matchAll(freeFunction)) {
				if (repeated.has(name)) continue;
				const group = interfaces.find(
					([owner, below, names]) => owner === crate && file.startsWith(below) && names.includes(name),
				);
				const target = group ? `${group[1]}*` : file;
				places.set(name, (places.get(name) ?? new Set()).add(target));
			}
		}
		return [...places]
			.filter(([, at]) => at.size > 1)
			.map(([name, at]) => `several functions share a name in ${crate}: ${name} in ${[...at].join(", ")}`);
	});
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
