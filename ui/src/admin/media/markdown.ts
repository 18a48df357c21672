// How a page names a file.
import type { MediaFile } from "@/admin/wire";
import type { Locale } from "@/shared/locale";

/** `![words](/uploads/a.png)`, or a link to what is no picture. */
export function markdownOf({ path, class: of, words }: MediaFile, locale: Locale): string {
	const target = targetOf(path);
	if (of !== "picture") return `[${escaped(path.split("/").at(-1) ?? path)}](${target})`;
	return `![${escaped(words.decorative ? "" : words[locale])}](${target})`;
}

/** Blanks and brackets would end an address. */
export function targetOf(path: string): string {
	return /[\s()<>]/.test(path) ? `</${path.replace(/[<>\\]/g, "\\$&")}>` : `/${path}`;
}

export function escaped(words: string): string {
	return words.replace(/[[\]\\]/g, "\\$&");
}
