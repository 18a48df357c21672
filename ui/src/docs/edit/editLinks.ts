// Links from a page to the same place of it in the administration, for whoever is logged in. Whether they may change
// it, the server says there.
import en from "@messages/en/edit.json";
import zh from "@messages/zh/edit.json";
import { docsParallel } from "@/docs/api";
import styles from "@/docs/edit/editLinks.module.css";
import type { ParallelRow } from "@/docs/wire";
import { base, routePath, searchOf } from "@/shared/address";
import { type Locale, localeOfPath } from "@/shared/locale";
import { messages } from "@/shared/text";
import { trusted } from "@/shared/trusted";

const text = messages("edit", en, zh);

/** Answers how to take them away again. */
export function addEditLinks(article: HTMLElement, url: string, locale: Locale): () => void {
	const prose = article.querySelector<HTMLElement>(":scope > [data-page-html]");
	const route = decodeURI(routePath(url));
	const [, path = ""] = /^\/(?:zh|en)\/docs\/?(.*)$/.exec(route) ?? [];
	// Old versions are not written any more; what stands in for a missing text is another page.
	if (!prose || path.startsWith("@") || localeOfPath(route) !== prose.lang) return () => {};
	const to = (segment?: string) => `${base}/admin/pages${searchOf({ at: `${base}${route}`, segment })}`;
	const added: Element[] = [];
	const add = (parent: Element, href: string, words: string, label?: string) => {
		const link = document.createElement("a");
		link.href = href;
		link.className = (label === undefined ? styles.page : styles.paragraph) ?? "";
		link.textContent = words;
		if (label !== undefined) link.setAttribute("aria-label", label);
		parent.append(link);
		added.push(link);
	};
	add(prose, to(), text(locale, "page"));
	let isGone = false;
	if (article.dataset.view === "single") {
		docsParallel(localeOfPath(route) ?? locale, path).then(
			({ rows }) => {
				if (isGone) return;
				for (const [block, segment] of blocksOf(prose, rows))
					add(block, to(segment), "✎", text(locale, "paragraph", { start: wordsOf(block).slice(0, 30) }));
			},
			(error: unknown) => console.debug("paragraphs cannot be edited from here", error),
		);
	}
	return () => {
		isGone = true;
		for (const link of added) link.remove();
	};
}

/** Which block of the page says what which segment says: both have the same order. */
export function blocksOf(prose: Element, rows: Pick<ParallelRow, "segments" | "html">[]): [Element, string][] {
	const blocks = [...prose.children].flatMap((block) => (block.matches(".behind") ? [...block.children] : [block]));
	const found: [Element, string][] = [];
	let next = 0;
	for (const { segments, html } of rows) {
		const [segment] = segments;
		if (segment === undefined || html === "") continue;
		const words = wordsOf(firstOf(html));
		const at = blocks.findIndex((block, place) => place >= next && words !== "" && wordsOf(block) === words);
		const block = blocks[at];
		if (!block) continue;
		next = at + 1;
		// A link at the end of code or of a table would be part of it.
		if (block.matches("p, h1, h2, h3, h4, h5, h6")) found.push([block, segment]);
	}
	return found;
}

function firstOf(html: string): Element {
	const template = document.createElement("template");
	Object.assign(template, { innerHTML: trusted(html) });
	return template.content.firstElementChild ?? document.createElement("p");
}

/** Without what the page has added to it. */
function wordsOf(block: Element): string {
	let words = "";
	const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { parentElement, textContent } = walker.currentNode;
		if (!parentElement?.closest(`.anchor, button, .${styles.paragraph}`)) words += textContent;
	}
	return words.replace(/\s+/g, " ").trim();
}
