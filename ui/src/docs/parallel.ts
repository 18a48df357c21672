// Parallel view: HTML with both languages of a page, in rows of counterparts.
import { escaped } from "@/docs/html";
import { passageText as text } from "@/docs/passageText";
import type { Parallel, ParallelRow } from "@/shared/http/types";
import { type Locale, languageName, otherLocale } from "@/shared/i18n/locale";

export function parallelHtml({ locale, rows }: Pick<Parallel, "locale" | "rows">, reader: Locale): string {
	const count = rows.filter(({ state }) => state === "not_aligned").length;
	const note = text(reader, "notAligned", { count });
	const above = count === 0 ? [] : [`<p class="pair-note" lang="${reader}">${escaped(note)}</p>`];
	return [...above, ...rows.map((row) => rowOf(row, locale, reader))].join("\n");
}

function rowOf({ html, other, state }: ParallelRow, own: Locale, reader: Locale): string {
	if (state === "same") return html;
	const otherLanguage = otherLocale(own);
	if (state === "copied") {
		const note = `<p class="pair-note" lang="${reader}">${escaped(text(reader, "copied"))}</p>`;
		return pairOf(state, note, sideOf(html, own), sideOf(other?.html ?? html, otherLanguage));
	}
	const older = state === "outdated" ? own : state === "ahead" ? otherLanguage : undefined;
	const note = older ? noteOf("older", older, reader) : "";
	const left = html === "" ? noteOf("none", own, reader) : html;
	const right = other === null ? noteOf("none", otherLanguage, reader) : other.html;
	return pairOf(state, note, sideOf(left, own), sideOf(right, otherLanguage));
}

function pairOf(state: ParallelRow["state"], ...parts: string[]): string {
	return `<div class="pair" data-state="${state}">${parts.join("")}</div>`;
}

function sideOf(html: string, lang: Locale): string {
	return `<div class="side" lang="${lang}">${html}</div>`;
}

function noteOf(key: "older" | "none", language: Locale, reader: Locale): string {
	const sentence = escaped(text(reader, key, { language: languageName(language, reader) }));
	return `<p class="pair-note" lang="${reader}">${sentence}</p>`;
}
