// Notices of outdated segments, with the changes in the other language. The notices replace the empty `<template>`
// elements that the server inserts after outdated segments.
import { escaped } from "@/docs/html";
import { missingHtml } from "@/docs/missing";
import { passageText as text } from "@/docs/passageText";
import type { OutdatedSegment, Page } from "@/shared/http/types";
import { type Locale, languageName, otherLocale } from "@/shared/i18n/locale";

/**
 * Page with notices in its HTML. `lacks` is HTML that lists the sections that exist only in the other language. It is
 * the first field, because hydration reads HTML fields in document order and the list precedes the text.
 */
export type PageWithNotices = { lacks?: { html: string } } & Page;

/** Adds the notices to the page, and removes the data from which they are created. */
export function withChanges(whole: Page, reader: Locale): PageWithNotices {
	const html = missingHtml(whole, reader);
	const page = html === undefined ? whole : { lacks: { html }, ...whole, missing_sections: [] };
	return page.outdated.length === 0 ? page : withPassages(page, reader);
}

function withPassages(page: PageWithNotices, reader: Locale): PageWithNotices {
	const html = page.html.replace(/<template data-outdated="([\d ]+)"><\/template>/g, (_template, numbers: string) => {
		const inside = numbers.split(" ").flatMap((number) => page.outdated[Number(number)] ?? []);
		return inside.map((segment) => noticeHtml(segment, otherLocale(page.locale), reader)).join("");
	});
	return { ...page, html, outdated: page.outdated.map((segment) => ({ ...segment, pieces: [] })) };
}

function noticeHtml({ change, conflict, pieces }: OutdatedSegment, language: Locale, reader: Locale): string {
	const other = languageName(language, reader);
	const sentence = change === "minor" || change === "removed" ? change : "major";
	const words = [text(reader, sentence, { other }), ...(conflict ? [text(reader, "conflict")] : [])];
	const note = `<p>${escaped(words.join(reader === "zh-CN" ? "" : " "))}</p>`;
	const summary = `<summary>${escaped(text(reader, "changed", { other }))}</summary>`;
	const changed = `<div class="changed" lang="${language}">${pieces.map(pieceHtml).join("")}</div>`;
	const details = pieces.length > 0 ? `<details>${summary}${changed}</details>` : "";
	return `<div class="outdated-note" role="note" lang="${reader}">${note}${details}</div>`;
}

type DiffPiece = OutdatedSegment["pieces"][number];

const elements: Record<DiffPiece[0], string> = { same: "span", old: "del", new: "ins" };

function pieceHtml([edit, words]: DiffPiece): string {
	return `<${elements[edit]}>${escaped(words)}</${elements[edit]}>`;
}
