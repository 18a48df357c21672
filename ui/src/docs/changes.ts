// Notices of outdated segments, with the changes in the other language: the server leaves an empty template after the
// segment, and this code fills it with text.
import { escaped } from "@/docs/html";
import { missingHtml } from "@/docs/missing";
import { passageText as text } from "@/docs/passageText";
import type { OutdatedSegment, Page } from "@/shared/http/types";
import { type Locale, languageName, otherLocale } from "@/shared/i18n/locale";

/**
 * `lacks` is HTML with the sections that only the other language has. It precedes the text, so it is the first field.
 */
export type NotedPage = { lacks?: { html: string } } & Page;

/** Adds the notices to the HTML, and removes their data from the page. */
export function withChanges(whole: Page, reader: Locale): NotedPage {
	const html = missingHtml(whole, reader);
	const page = html === undefined ? whole : { lacks: { html }, ...whole, missing_sections: [] };
	return page.outdated.length === 0 ? page : withPassages(page, reader);
}

function withPassages(page: NotedPage, reader: Locale): NotedPage {
	const html = page.html.replace(/<template data-outdated="([\d ]+)"><\/template>/g, (_template, numbers: string) => {
		const inside = numbers.split(" ").flatMap((number) => page.outdated[Number(number)] ?? []);
		return inside.map((segment) => noteOf(segment, otherLocale(page.locale), reader)).join("");
	});
	return { ...page, html, outdated: page.outdated.map((segment) => ({ ...segment, pieces: [] })) };
}

function noteOf({ change, conflict, pieces }: OutdatedSegment, language: Locale, reader: Locale): string {
	const other = languageName(language, reader);
	const sentence = change === "minor" || change === "removed" ? change : "major";
	const words = [text(reader, sentence, { other }), ...(conflict ? [text(reader, "conflict")] : [])];
	const note = `<p>${escaped(words.join(reader === "zh-CN" ? "" : " "))}</p>`;
	const summary = `<summary>${escaped(text(reader, "changed", { other }))}</summary>`;
	const changed = `<div class="changed" lang="${language}">${pieces.map(pieceOf).join("")}</div>`;
	const details = pieces.length > 0 ? `<details>${summary}${changed}</details>` : "";
	return `<div class="outdated-note" role="note" lang="${reader}">${note}${details}</div>`;
}

type Piece = OutdatedSegment["pieces"][number];

const elements: Record<Piece[0], string> = { same: "span", old: "del", new: "ins" };

function pieceOf([edit, words]: Piece): string {
	return `<${elements[edit]}>${escaped(words)}</${elements[edit]}>`;
}
