// Time of a first import that derives translation states from the history of a repository. The repository is generated
// from a seed: pages in two languages, and commits that edit or move a paragraph in one language.
//   node benches/l10n-import.mjs [PAGES] [COMMITS] [SEED]
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, needBinary, table } from "./site.mjs";

const [pages, commits, seed] = [1000, 5000, 28].map((standard, at) => Number(process.argv[2 + at] ?? standard));
needBinary();
const folder = mkdtempSync(join(tmpdir(), "l10n-import-"));
try {
	const docs = join(folder, "repository");
	spawnSync("git", ["init", "--quiet", "--initial-branch=main", docs]);
	await generated(docs);
	git(docs, ["reset", "--quiet", "--hard"]);
	const began = performance.now();
	const { stdout, status } = spawnSync(binary, ["import", docs, "--data", join(folder, "data")], {
		encoding: "utf8",
		maxBuffer: 1 << 28,
	});
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	if (status !== 0) throw new Error(stdout);
	console.log(stdout.trim().split("\n").slice(-2).join("\n"));
	table([
		["pages", "commits", "seed", "seconds"],
		[pages, commits, seed, seconds],
	]);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function git(dir, args) {
	const { status, stderr } = spawnSync("git", ["-C", dir, ...args], { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
}

/** Generates the history with `git fast-import`: all English pages, all Chinese pages, then one edit per commit. */
async function generated(dir) {
	const importing = spawn("git", ["-C", dir, "fast-import", "--quiet"], { stdio: ["pipe", "inherit", "inherit"] });
	const closed = new Promise((resolve) => importing.on("close", resolve));
	const random = mulberry32(seed);
	const texts = Array.from({ length: pages }, () => ({ en: paragraphs("en"), zh: paragraphs("zh") }));
	const name = (language, page) => `${language}/part-${page % 20}/page-${page}.md`;
	const write = async (at, message, files) => {
		const time = 1_700_000_000 + at * 60;
		const parts = [
			`commit refs/heads/main\ncommitter Ann <ann@example.org> ${time} +0000\n`,
			`data ${Buffer.byteLength(message)}\n${message}\n`,
			...files.map(([file, text]) => `M 100644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`),
		];
		if (!importing.stdin.write(parts.join(""))) await new Promise((drained) => importing.stdin.once("drain", drained));
	};
	for (const [at, language] of ["en", "zh"].entries()) {
		await write(
			at,
			language,
			texts.map((text, page) => [name(language, page), whole(text[language], page)]),
		);
	}
	for (let at = 2; at < commits; at += 1) {
		const page = Math.floor(random() * pages);
		const language = random() < 0.6 ? "en" : "zh";
		const text = texts[page][language];
		const index = Math.floor(random() * text.length);
		if (random() < 0.1) text.push(...text.splice(index, 1));
		else text[index] = paragraph(language, at);
		await write(at, `Edit page ${page}`, [[name(language, page), whole(text, page)]]);
	}
	importing.stdin.end("done\n");
	const code = await closed;
	if (code !== 0) throw new Error(`git fast-import: ${code}`);

	function paragraphs(language) {
		return Array.from({ length: 12 }, () => paragraph(language, Math.floor(random() * 1e6)));
	}
	function paragraph(language, number) {
		const size = Math.floor(random() * 4000);
		return language === "en"
			? `The cache number ${number} holds ${size} pages, until the limit of \`cache.limit\` is reached.`
			: `第 ${number} 个缓存保存 ${size} 个页面，直到达到 \`cache.limit\` 的上限。`;
	}
}

function whole(text, page) {
	return `# Page ${page}\n\n${text.map((one, at) => (at % 4 === 0 ? `## Part ${at}\n\n${one}` : one)).join("\n\n")}\n`;
}

/** Returns a generator of pseudorandom numbers from 0 (inclusive) to 1 (exclusive). */
function mulberry32(start) {
	let state = start;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
