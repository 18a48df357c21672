// Corpus of any size, generated from the sample content. Each run generates the same pages, in one or both languages.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./site.mjs";

const source = join(root, "content/pages");
/** Language of the pages that exist in one language only, by the page number modulo 10. */
const only = { 3: "zh", 7: "en" };

/**
 * Writes about `texts` files of about `bytes` bytes each into `folder`; returns the pages: `{ path, locales, titles }`.
 */
export function writePages(folder, texts, bytes = 9_000) {
	const { headings, pieces } = read();
	const random = numbers(1);
	const pick = (list) => list[random() % list.length];
	const pages = [];
	for (let written = 0, n = 0; written < texts; n++) {
		const locales = only[n % 10] ? [only[n % 10]] : ["zh", "en"];
		const path = `part-${n % 40}/page-${n}`;
		const heading = pick(headings);
		const titles = { zh: `${heading.zh}（之 ${n}）`, en: `${heading.en}, part ${n}` };
		const text = { zh: `---\ntitle: "${titles.zh}"\n---\n\n`, en: `---\ntitle: "${titles.en}"\n---\n\n` };
		for (let section = 0; Buffer.byteLength(text.zh) < bytes; section++) {
			const heading = pick(headings);
			const body = [pick(pieces), pick(pieces), pick(pieces), pick(pieces)];
			for (const locale of ["zh", "en"]) {
				text[locale] += `## ${heading[locale]} {#s${section}}\n\n`;
				text[locale] += `${body.map((piece) => piece[locale]).join("\n\n")}\n\n`;
			}
		}
		for (const locale of locales) {
			const file = join(folder, locale, `${path}.md`);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, text[locale]);
			written++;
		}
		pages.push({ path, locales, titles });
	}
	return pages;
}

/**
 * Returns the sections of the pages that `writePages` wrote into `folder`: `{ locale, title, heading, text }`. As in
 * Pailou's search, each heading begins a section, and the text before the first heading is a section.
 */
export function writtenSections(folder) {
	return ["zh", "en"].flatMap((locale) => {
		const files = readdirSync(join(folder, locale), { recursive: true }).filter((file) => file.endsWith(".md"));
		return files.sort().flatMap((file) => sectionsOf(readFileSync(join(folder, locale, file), "utf8"), locale));
	});
}

function sectionsOf(text, locale) {
	const [, title, body] = text.match(/^---\ntitle: "(.*)"\n---\n([\s\S]*)$/);
	const found = [{ heading: "", lines: [] }];
	let fence = false;
	for (const line of body.split("\n")) {
		const { lines } = found.at(-1);
		const heading = !fence && line.match(/^#{1,6} (.+?)(?: \{#[\w-]+\})?$/);
		const paragraph = lines.slice(lines.lastIndexOf("") + 1);
		if (/^`{3,}/.test(line)) fence = !fence;
		if (heading) {
			found.push({ heading: heading[1], lines: [] });
		} else if (!fence && /^(-+|=+)$/.test(line) && paragraph.length > 0) {
			// `line` underlines the paragraph above it, which makes the paragraph a setext heading (CommonMark).
			lines.length -= paragraph.length;
			found.push({ heading: paragraph.join(" "), lines: [] });
		} else {
			lines.push(line);
		}
	}
	return found
		.map(({ heading, lines }) => ({ locale, title, heading, text: lines.join("\n").trim() }))
		.filter(({ heading, text }) => heading !== "" || text !== "");
}

/**
 * Returns the headings and the blocks (paragraphs, lists, tables, code) of the sample content as Chinese-English pairs.
 * Omits sections that do not have the same number of blocks in both languages.
 */
function read() {
	const [headings, pieces] = [[], []];
	const files = readdirSync(join(source, "zh"), { recursive: true }).filter((file) => file.endsWith(".md"));
	for (const file of files.sort()) {
		const [zh, en] = ["zh", "en"].map((locale) => sections(readFileSync(join(source, locale, file), "utf8")));
		for (const [id, section] of zh) {
			const other = en.get(id);
			if (!other || other.blocks.length !== section.blocks.length) continue;
			headings.push({ zh: section.heading, en: other.heading });
			for (const [at, block] of section.blocks.entries()) pieces.push({ zh: block, en: other.blocks[at] });
		}
	}
	return { headings, pieces };
}

/** Returns each heading with its blocks, by heading id. Removes syntax that only some tools support. */
function sections(text) {
	const found = new Map();
	const lines = text.split("\n");
	let [blocks, block, fence] = [[], [], false];
	const end = () => {
		if (block.length > 0) blocks.push(block.join("\n"));
		block = [];
	};
	for (const line of lines) {
		const heading = !fence && line.match(/^## (.+?) \{#([\w-]+)\}$/);
		if (heading) {
			end();
			blocks = [];
			found.set(heading[2], { heading: heading[1], blocks });
			continue;
		}
		if (/^`{3,}/.test(line)) fence = !fence;
		if (line === "" && !fence) end();
		else block.push(line);
	}
	end();
	const plain = (block) => !/:::|\]\(\.|\]\(\/|\]\(#|\{\{|\[\^|!\[|<|^````/m.test(block);
	for (const section of found.values()) section.blocks = section.blocks.map((b) => (plain(b) ? b : withoutMarks(b)));
	return found;
}

/** Removes the markup of a block, but keeps its text: `read` pairs the blocks of both languages by position. */
function withoutMarks(block) {
	return block
		.split("\n")
		.filter((line) => !/^(`{3,}|:::)/.test(line))
		.map((line) => line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\[\^\w+\]:?|[<>{}]/g, " "))
		.join("\n");
}

/** Xorshift generator, which returns the same random numbers on every machine. */
export function numbers(seed) {
	let state = seed * 2654435761 || 1;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return state >>> 0;
	};
}

/** Generates Chinese and English questions, at least `count` each, from words and headings of the corpus. */
export function questions(count) {
	const { headings, pieces } = read();
	const random = numbers(7);
	const pick = (list) => list[random() % list.length];
	const single = { zh: [], en: [] };
	while (single.zh.length < count || single.en.length < count) {
		const piece = pick(pieces);
		const heading = pick(headings);
		const han = piece.zh.match(/\p{Script=Han}{2,9}/gu);
		const words = piece.en.match(/[A-Za-z][a-z]{3,}/g);
		if (!han || !words) continue;
		single.zh.push(pick([pick(han), heading.zh, `${pick(han)} ${pick(han)}`]));
		single.en.push(pick([pick(words), heading.en, `${pick(words)} ${pick(words)}`]));
	}
	return single;
}
