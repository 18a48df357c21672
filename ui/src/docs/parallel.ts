// Both languages of a page as one piece of HTML, row by row; and whether this visitor reads that way.
import { escaped } from "@/docs/html";
import { text } from "@/docs/text";
import type { Parallel, ParallelRow } from "@/docs/wire";
import { type Locale, languageName, otherLocale } from "@/shared/locale";

export function parallelHtml({ locale, rows }: Pick<Parallel, "locale" | "rows">, reader: Locale): string {
	return rows.map((row) => rowOf(row, locale, reader)).join("\n");
}

function rowOf({ html, other, state }: ParallelRow, own: Locale, reader: Locale): string {
	if (state === "same") return html;
	const there = otherLocale(own);
	const older = state === "behind" ? own : state === "ahead" ? there : undefined;
	const note = older ? noteOf("parallelBehind", older, reader) : "";
	const left = html === "" ? noteOf("parallelNone", own, reader) : html;
	const right = other === null ? noteOf("parallelNone", there, reader) : other.html;
	const side = (html: string, lang: Locale) => `<div class="side" lang="${lang}">${html}</div>`;
	return `<div class="pair" data-state="${state}">${note}${side(left, own)}${side(right, there)}</div>`;
}

function noteOf(key: "parallelBehind" | "parallelNone", language: Locale, reader: Locale): string {
	const sentence = escaped(text(reader, key, { language: languageName(language, reader) }));
	return `<p class="pair-note" lang="${reader}">${sentence}</p>`;
}

const key = "website_parallel";

/** Remembered for this session; the server never knows. */
export function readsParallel(): boolean {
	try {
		return typeof sessionStorage !== "undefined" && sessionStorage.getItem(key) === "on";
	} catch {
		return false;
	}
}

export function rememberParallel(on: boolean): void {
	try {
		if (on) sessionStorage.setItem(key, "on");
		else sessionStorage.removeItem(key);
	} catch {
		// Blocked storage: the choice is in the address of this page only.
	}
}
