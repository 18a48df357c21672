// Search quality compared with MiniSearch and Pagefind on the same queries: `node benches/eval.mjs [DIR]`, by default
// on the sample content. Also measures whether searches for Chinese phrases find exactly the pages that contain them.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium, flags } from "../scripts/chromium.mjs";
import { serveFiles } from "./files.mjs";
import * as peers from "./peers.mjs";
import { inTemporaryFolder, pailou, root, serve, table } from "./site.mjs";

const dir = resolve(process.argv[2] ?? join(root, "content/pages"));
const phrases = 20;

await inTemporaryFolder(async (folder) => {
	const data = join(folder, "data");
	const written = join(folder, "written");
	pailou("import", dir, "--data", data);
	const [report, alone] = tables(pailou("eval", "--data", data, "--write", written));
	console.log(`${dir}\n\n${report}\n`);
	console.log("Questions generated from the pages; for cross-language ones, the dictionary comes from other pages\n");
	const ours = readRows(alone);
	const sections = lines(join(written, "sections.jsonl"));
	const questions = lines(join(written, "questions.jsonl"));
	const engines = [...(await miniSearches(sections)), await pagefind(sections, join(folder, "pagefind"))];
	await compare(ours, questions, engines);
	if (dir === join(root, "content/pages")) {
		console.log("\nHand-written questions (benches/questions.jsonl), searched in both languages at once");
		console.log(pailou("eval", "--data", data, "--questions", join(root, "benches/questions.jsonl")));
	}
	await comparePhrases(data, sections, engines);
	for (const engine of engines) await engine.stop?.();
});

function lines(file) {
	return readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** Splits the output of `pailou eval` into the results for the merged list and the results for each language. */
function tables(text) {
	const head = text.lastIndexOf("recall@1");
	const before = text.slice(0, text.lastIndexOf("\n", head));
	return [before.slice(0, before.lastIndexOf("\n")), text.slice(head)];
}

/** Parses the rows for sections in the output of `pailou eval`. */
function readRows(text) {
	const row = /^(zh|en) → (zh|en)\s+(.+?)\s+section\s+(\d+)\s+[\d.]+\s+([\d.]+)\s+[\d.]+\s+[\d.]+\s+([\d.]+)$/;
	const found = text.split("\n").flatMap((line) => {
		const [, from, to, kind, count, recall, ndcg] = line.match(row) ?? [];
		return from ? [{ from, to, kind, count: Number(count), recall: Number(recall), ndcg: Number(ndcg) }] : [];
	});
	if (found.length === 0) throw new Error(`pailou eval printed no rows:\n${text}`);
	return found;
}

async function compare(ours, questions, engines) {
	const rows = [["", "kind", "count", "Pailou", ...engines.map(({ name }) => name)]];
	let behind = 0;
	for (const row of ours) {
		const own = questions.filter(({ from, to, kind }) => from === row.from && to === row.to && kind === row.kind);
		if (own.length !== row.count) throw new Error(`${own.length} questions were written, ${row.count} evaluated`);
		const cells = [];
		for (const engine of engines) {
			const found = await metrics(engine, own);
			if (found.recall > row.recall || found.ndcg > row.ndcg) behind++;
			cells.push(formatted(found));
		}
		rows.push([`${row.from} → ${row.to}`, row.kind, row.count, formatted(row), ...cells]);
	}
	console.log("Recall@5 / nDCG@10 of sections; the peers have one index for each language");
	table(rows);
	console.log(behind === 0 ? "no peer is ahead in any row" : `a peer is ahead in ${behind} cells`);
}

function formatted({ recall, ndcg }) {
	return `${recall.toFixed(3)} / ${ndcg.toFixed(3)}`;
}

async function metrics(engine, questions) {
	let [recall, ndcg] = [0, 0];
	for (const { question, to, expect } of questions) {
		const found = await engine.ask(to, question, 10);
		const rank = found.findIndex((url) => expect.includes(url)) + 1;
		if (rank > 0 && rank <= 5) recall++;
		if (rank > 0) ndcg += 1 / Math.log2(rank + 1);
	}
	return { recall: recall / questions.length, ndcg: ndcg / questions.length };
}

/** MiniSearch with each of several tokenizers for Chinese, otherwise configured as in VitePress. */
async function miniSearches(sections) {
	const { default: MiniSearch } = await peers.load(peers.minisearch(), "minisearch/dist/es/index.js");
	const words = (text) => text.split(/[\n\r\p{Z}\p{P}]+/u);
	const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
	const segments = (text) =>
		[...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
	const bigrams = (text) =>
		words(text).flatMap((word) =>
			[...word.matchAll(/\p{Script=Han}+|[^\p{Script=Han}]+/gu)].flatMap(([run]) => {
				const characters = [...run];
				if (!/\p{Script=Han}/u.test(run) || characters.length === 1) return [run];
				return characters.slice(1).map((character, at) => characters[at] + character);
			}),
		);
	const tokenizers = { "as VitePress": undefined, "Intl.Segmenter": segments, bigrams };
	return Object.entries(tokenizers).map(([name, tokenize]) => {
		const indexes = {};
		for (const locale of ["zh", "en"]) {
			const index = new MiniSearch({
				idField: "id",
				fields: ["heading", "titles", "text"],
				storeFields: ["url"],
				...(tokenize && { tokenize }),
			});
			const own = sections.filter((section) => section.locale === locale);
			index.addAll(
				own.map(({ url, title, crumbs, heading, text }, id) => ({
					id,
					url,
					heading: heading || title,
					titles: [...crumbs, title].join(" "),
					text,
				})),
			);
			indexes[locale] = index;
		}
		const boost = { heading: 4, text: 2, titles: 1 };
		const search = (locale, words, options) => indexes[locale].search(words, { boost, prefix: true, ...options });
		return {
			name: `MiniSearch ${peers.versions.minisearch}, ${name}`,
			ask: (locale, words, limit) =>
				search(locale, words, { fuzzy: 0.2 })
					.slice(0, limit)
					.map(({ url }) => url),
			holding: (words) =>
				search("zh", words, { combineWith: "AND", fuzzy: tokenize ? false : 0.2 }).map(({ url }) => url),
		};
	});
}

/** Pagefind index with a page for each section, built with Pagefind's Node.js API and queried in a browser. */
async function pagefind(sections, folder) {
	const { createIndex, close } = await peers.load(peers.pagefind(), "pagefind/lib/index.js");
	const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const urls = {};
	for (const locale of ["zh", "en"]) {
		const { index } = await createIndex({ forceLanguage: locale });
		for (const { url, title, heading, text } of sections.filter((section) => section.locale === locale)) {
			const content = `<!doctype html><html lang="${locale}"><body><h1>${escaped(title)}</h1><h2>${escaped(heading)}</h2><p>${escaped(text)}</p></body></html>`;
			const { errors } = await index.addHTMLFile({ url, content });
			if (errors.length > 0) throw new Error(`Pagefind: ${errors}`);
		}
		const outputPath = join(folder, locale);
		mkdirSync(outputPath, { recursive: true });
		await index.writeFiles({ outputPath });
		const fragments = join(outputPath, "fragment");
		for (const file of readdirSync(fragments)) {
			const text = gunzipSync(readFileSync(join(fragments, file))).toString();
			urls[file.replace(/\.pf_fragment$/, "")] = JSON.parse(text.slice(text.indexOf("{"))).url;
		}
	}
	await close();
	const site = await serveFiles(folder);
	const browser = await chromium.launch({ executablePath: findChromium(), args: flags });
	const page = await browser.newPage();
	await page.goto(site.origin);
	const ask = async (locale, words, limit) => {
		const ids = await page.evaluate(
			async ([locale, words]) => {
				const pagefind = await import(`/${locale}/pagefind.js`);
				const { results } = await pagefind.search(words);
				return results.map(({ id }) => id);
			},
			[locale, words],
		);
		return ids.slice(0, limit).map((id) => urls[id]);
	};
	return {
		name: `Pagefind ${peers.versions.pagefind}`,
		ask,
		holding: (words) => ask("zh", words),
		stop: async () => {
			await browser.close();
			site.stop();
		},
	};
}

/**
 * Searches for phrases from Chinese headings. For each engine, prints the recall of the pages that contain the phrase,
 * and the number of results that do not contain the phrase.
 */
async function comparePhrases(data, sections, engines) {
	const own = sections.filter(({ locale }) => locale === "zh");
	const pages = new Map();
	for (const section of own) pages.set(section.page, [...(pages.get(section.page) ?? []), section]);
	const runs = own.flatMap(({ heading }) => heading.match(/\p{Script=Han}{2,8}/gu) ?? []);
	const all = [...new Set(runs)].sort();
	const chosen = all.filter((_, at) => at % Math.max(1, Math.floor(all.length / phrases)) === 0).slice(0, phrases);
	const site = await serve(data);
	const pailou = {
		name: "Pailou",
		holding: async (words) => {
			const url = `${site.origin}/api/v1/public/search?q=${encodeURIComponent(words)}&locale=zh&size=200`;
			const hits = await (await fetch(url)).json();
			return hits.filter(({ locale }) => locale === "zh-CN").map((hit) => hit.url);
		},
	};
	const rows = [["", "recall", "false hits"]];
	for (const engine of [pailou, ...engines]) {
		let [right, found, wrong] = [0, 0, 0];
		for (const phrase of chosen) {
			const holds = ({ title, heading, text }) => [title, heading, text].some((part) => part.includes(phrase));
			const truth = new Set([...pages].filter(([, parts]) => parts.some(holds)).map(([page]) => page));
			const hits = new Set((await engine.holding(phrase)).map((url) => url.split("#")[0]));
			right += truth.size;
			found += [...hits].filter((page) => truth.has(page)).length;
			wrong += [...hits].filter((page) => !truth.has(page)).length;
		}
		rows.push([engine.name, (found / right).toFixed(3), wrong]);
	}
	await site.stop();
	console.log(`\n${chosen.length} Chinese phrases from headings, in the pages that contain them; goal: 1.000 and 0`);
	console.log(chosen.join(" "));
	table(rows);
}
