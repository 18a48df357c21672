// Markdown references to a file.
import type { MediaFile } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Returns the Markdown of a file: `![alt text](/uploads/a.png)` for an image, a link for other files. */
export function markdownOf({ path, class: of, alt_text: altText }: MediaFile, locale: Locale): string {
	const to = targetOf(path);
	if (of !== "image") return `[${escapeMarkdown(path.split("/").at(-1) ?? path)}](${to})`;
	return `![${escapeMarkdown(altText.decorative ? "" : altText[locale])}](${to})`;
}

export const targetOf = (path: string) => target(`/${path}`);

/** Encloses a link target in `<>` if it contains white space, parentheses, angle brackets, or backslashes. */
export function target(address: string): string {
	return /[\s()<>\\]/.test(address) ? `<${address.replace(/[<>\\]/g, "\\$&")}>` : address;
}

/**
 * Escapes Markdown syntax. Underscores within a word are not escaped. `&` is escaped only at the start of a character
 * reference.
 */
export function escapeMarkdown(text: string): string {
	return text.replace(/[\\`*~[\]<$|{]|\b_|_\b|&(?=#?\w+;)/g, "\\$&");
}
