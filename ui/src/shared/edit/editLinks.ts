// Edit links from published content to its editor in the admin area, for logged-in users. In the editor, the server
// checks whether the user may change the content.
import { base, searchOf } from "@/shared/address";
import styles from "@/shared/edit/EditLinks.module.css";
import { text } from "@/shared/edit/text";
import type { Locale } from "@/shared/i18n/locale";

/** Edit links of one page. */
export class EditLinks {
	readonly #locale: Locale;
	readonly #added: Element[] = [];

	constructor(locale: Locale) {
		this.#locale = locale;
	}

	/** Appends the edit link of the page to `end`. `at`: public path of the page, including the base. */
	page(end: Element, at: string): void {
		const link = this.#link({ at }, text(this.#locale, "page"));
		link.className = styles.page ?? "";
		this.#add(link, () => end.append(link));
	}

	block(block: Element, at: string, segment?: string): void {
		const link = this.#link({ at, segment }, "✎");
		link.className = styles.block ?? "";
		link.setAttribute("aria-label", text(this.#locale, "paragraph", { start: wordsOf(block).slice(0, 30) }));
		if (block.matches("p, h1, h2, h3, h4, h5, h6")) {
			this.#add(link, () => block.append(link));
			return;
		}
		const beside = document.createElement("div");
		beside.className = styles.beside ?? "";
		beside.append(link);
		// The link of a front page block (`section`) is inside the block. The link of other blocks follows the block,
		// because inside code or a table it would be part of the content.
		this.#add(beside, () => (block.matches("section") ? block.append(beside) : block.after(beside)));
	}

	remove(): void {
		for (const added of this.#added) added.remove();
	}

	#link(query: { at: string; segment?: string | undefined }, words: string): HTMLAnchorElement {
		const link = document.createElement("a");
		link.href = `${base}/admin/pages${searchOf(query)}`;
		link.textContent = words;
		return link;
	}

	#add(element: Element, put: () => void): void {
		put();
		this.#added.push(element);
	}
}

/** Text of a block, without elements that scripts have added. */
export function wordsOf(block: Element): string {
	let words = "";
	const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { parentElement, textContent } = walker.currentNode;
		if (!parentElement?.closest(`.anchor, button, .${styles.block}`)) words += textContent;
	}
	return words.replace(/\s+/g, " ").trim();
}
