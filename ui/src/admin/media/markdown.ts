// Markdown references to a file.
import type { MediaFile } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** `![words](/uploads/a.png)`, or a link to what is no picture. */
export function markdownOf({ path, class: of, words }: MediaFile, locale: Locale): string {
	const to = targetOf(path);
	if (of !== "picture") return `[${escapeMarkdown(path.split("/").at(-1) ?? path)}](${to})`;
	return `![${escapeMarkdown(words.decorative ? "" : words[locale])}](${to})`;
}

export const targetOf = (path: string) => target(`/${path}`);

/** Blanks and brackets would end an address. */
export function target(address: string): string {
	return /[\s()<>\\]/.test(address) ? `<${address.replace(/[<>\\]/g, "\\$&")}>` : address;
}

/** Text in which no character is markup. An underscore within a word and an `&` before a space never are. */
export function escapeMarkdown(text: string): string {
	return text.replace(/[\\`*~[\]<$|{]|\b_|_\b|&(?=#?\w+;)/g, "\\$&");
}
