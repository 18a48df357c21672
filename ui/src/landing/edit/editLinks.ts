// Edit links from the front page and the news to their editor.

import { publicPath } from "@/shared/address";
import { EditLinks } from "@/shared/edit/editLinks";
import { rights, type Text, type WrittenArea } from "@/shared/edit/mayWrite";
import type { Block, NewsPage } from "@/shared/http/types";
import { type Locale, withLocale } from "@/shared/i18n/locale";

/**
 * Adds an edit link to each block of the front page, because each block is a separate text. Returns a function that
 * removes the links.
 */
export function addBlockLinks(main: Element, blocks: Block[], locale: Locale): () => void {
	return whereAllowed("landing", locale, (links, may) => {
		for (const { name, locale: own } of blocks) {
			const block = main.querySelector(`:scope > #${CSS.escape(name)}`);
			// The link of a fallback block opens the editor of the block's own language.
			const at = `${publicPath(withLocale("/", own))}#${name}`;
			if (block && may({ at, locale: own })) links.block(block, at);
		}
	});
}

export function addEntryLink(main: Element, { url, locale: own }: NewsPage, locale: Locale): () => void {
	return whereAllowed("news", locale, (links, may) => {
		const entry = main.querySelector(":scope > article");
		const at = decodeURI(url);
		if (entry && may({ at, locale: own })) links.page(entry, at);
	});
}

function whereAllowed(
	area: WrittenArea,
	locale: Locale,
	add: (links: EditLinks, may: (text: Text) => boolean) => void,
): () => void {
	const links = new EditLinks(locale);
	let isDisposed = false;
	rights(area).then(
		(may) => !isDisposed && add(links, may),
		(error: unknown) => console.debug("loading edit links failed", error),
	);
	return () => {
		isDisposed = true;
		links.remove();
	};
}
