// From the front page and the news to where they are written.
import type { Block, NewsPage } from "@/landing/wire";
import { publicPath } from "@/shared/address";
import { EditLinks } from "@/shared/edit/editLinks";
import { type Locale, withLocale } from "@/shared/locale";

/** Of each block of the front page, which is a text by itself. Answers how to take them away again. */
export function addBlockLinks(main: Element, blocks: Block[], locale: Locale): () => void {
	const links = new EditLinks(locale);
	for (const { name, locale: own } of blocks) {
		const block = main.querySelector(`:scope > #${CSS.escape(name)}`);
		// What stands in for a missing text is written in the other language.
		if (block) links.block(block, `${publicPath(withLocale("/", own))}#${name}`);
	}
	return () => links.remove();
}

export function addEntryLink(main: Element, { url }: NewsPage, locale: Locale): () => void {
	const links = new EditLinks(locale);
	const entry = main.querySelector(":scope > article");
	if (entry) links.page(entry, decodeURI(url));
	return () => links.remove();
}
