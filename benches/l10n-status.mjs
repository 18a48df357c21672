// Time of `pailou l10n status` on a repository with a long history, with and without its cache. The history is
// generated from a seed: English pages are added, translated page by page, and edited in both languages.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { numbers, writePages } from "./corpus.mjs";
import { inTemporaryFolder, pailou, table } from "./site.mjs";

const size = Number(process.argv[2] ?? 1_000);
const commits = Number(process.argv[3] ?? 5_000);
const seed = Number(process.env.SEED ?? 1);

await inTemporaryFolder(async (folder) => {
	const pages = writePages(join(folder, "docs"), size * 2).slice(0, size);
	git(folder, "", "init", "--quiet", "--initial-branch=main");
	git(folder, history(folder, pages), "fast-import", "--quiet");
	git(folder, "", "reset", "--quiet", "--hard");
	const rows = [["run", "seconds", "goal"]];
	let report = "";
	const measure = (name, goal) => {
		const start = performance.now();
		report = pailou("l10n", "status", join(folder, "docs"), "--format", "json");
		rows.push([name, ((performance.now() - start) / 1000).toFixed(1), goal]);
	};
	measure("cold", "≤ 30");
	measure("warm", "≤ 2");
	const before = report;
	measure("warm again", "≤ 2");
	if (report !== before) throw new Error("the cache changes the report");
	const states = JSON.parse(report).languages.map(({ locale, counts }) => `${locale}: ${countsText(counts)}`);
	console.log(`${pages.length} pages, ${commits} commits, seed ${seed}\n${states.join("\n")}`);
	table(rows);
});

function countsText(counts) {
	return Object.entries(counts)
		.map(([state, { segments }]) => `${state} ${segments}`)
		.join(", ");
}

function git(folder, input, ...args) {
	const { status, stderr } = spawnSync("git", args, { cwd: folder, input, encoding: "utf8", maxBuffer: 1 << 28 });
	if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}

/** Generates a stream for `git fast-import`. */
function history(folder, pages) {
	const random = numbers(seed);
	const texts = new Map();
	const chunks = [];
	let done = 0;
	const commit = (message, files) => {
		chunks.push(`commit refs/heads/main\ncommitter Ann <ann@example.org> ${1_700_000_000 + done * 600} +0000\n`);
		chunks.push(`data ${Buffer.byteLength(message)}\n${message}\n`);
		for (const [file, text] of files) {
			texts.set(file, text);
			chunks.push(`M 644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
		}
		done++;
	};
	const now = ({ path }, locale) => {
		const file = `docs/${locale}/${path}.md`;
		return [file, readFileSync(join(folder, file), "utf8")];
	};
	const both = pages.filter(({ locales }) => locales.length === 2);
	const alone = pages.filter(({ locales }) => locales.length === 1);
	commit("Add pages", [...both.map((page) => now(page, "en")), ...alone.map((page) => now(page, page.locales[0]))]);
	for (const page of both) {
		if (done >= commits) break;
		commit(`Translate ${page.path}`, [now(page, "zh")]);
	}
	while (done < commits) {
		const locale = random() % 3 === 0 ? "zh" : "en";
		const file = `docs/${locale}/${both[random() % both.length].path}.md`;
		const text = texts.get(file);
		if (text === undefined) continue;
		const paragraphs = text.split("\n\n");
		const at = 1 + (random() % (paragraphs.length - 1));
		paragraphs[at] = paragraphs[at].replace(/ |，|。|$/, locale === "zh" ? `（第 ${done} 版）` : ` (edit ${done}) `);
		commit(`Edit ${file}`, [[file, paragraphs.join("\n\n")]]);
	}
	return chunks.join("");
}
