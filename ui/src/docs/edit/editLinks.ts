// Edit links from a documentation page and its blocks to the editor.
import { docsParallel } from "@/docs/api";
import { base, routePath } from "@/shared/address";
import { EditLinks, wordsOf } from "@/shared/edit/editLinks";
import { rights } from "@/shared/edit/mayWrite";
import type { ParallelRow } from "@/shared/http/types";
import { type Locale, localeOfPath } from "@/shared/i18n/locale";
import { trusted } from "@/shared/trustedTypes";

/** Adds edit links to a page and, outside of the parallel view, to its blocks. Returns a function that removes them. */
export function addEditLinks(article: HTMLElement, url: string, locale: Locale, source: Locale): () => void {
	const prose = article.querySelector<HTMLElement>(":scope > [data-page-html]");
	const route = decodeURI(routePath(url));
	const [, path = ""] = /^\/(?:zh|en)\/docs\/?(.*)$/.exec(route) ?? [];
	// Old versions cannot be edited. A fallback is a text in the other language, so it gets no links either.
	const own = localeOfPath(route);
	if (!prose || own === undefined || path.startsWith("@") || own !== prose.lang) return () => {};
	const at = `${base}${route}`;
	const links = new EditLinks(locale);
	let isDisposed = false;
	async function add(prose: HTMLElement, own: Locale) {
		const may = await rights("docs");
		if (isDisposed || !may({ at, locale: own, source })) return;
		links.page(prose, at);
		if (article.dataset.view !== "single") return;
		const { rows } = await docsParallel(own, path);
		if (isDisposed) return;
		for (const [block, segment] of blocksOf(prose, rows)) links.block(block, at, segment);
	}
	add(prose, own).catch((error: unknown) => console.debug("loading edit links failed", error));
	return () => {
		isDisposed = true;
		links.remove();
	};
}

/** Maps blocks of the page to the segments with the same text. Blocks and segments are in document order. */
export function blocksOf(prose: Element, rows: Pick<ParallelRow, "segments" | "html">[]): [Element, string][] {
	const blocks = [...prose.children].flatMap((block) => (block.matches(".outdated") ? [...block.children] : [block]));
	const found: [Element, string][] = [];
	let next = 0;
	for (const { segments, html } of rows) {
		const [segment] = segments;
		if (segment === undefined || html === "") continue;
		const words = wordsOf(firstOf(html));
		const at = blocks.findIndex((block, index) => index >= next && words !== "" && wordsOf(block) === words);
		const block = blocks[at];
		if (!block) continue;
		next = at + 1;
		found.push([block, segment]);
	}
	return found;
}

function firstOf(html: string): Element {
	const template = document.createElement("template");
	Object.assign(template, { innerHTML: trusted(html) });
	return template.content.firstElementChild ?? document.createElement("p");
}
