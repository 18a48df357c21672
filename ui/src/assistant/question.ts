// Clean-up of a question before it is shown and sent.

/** Limit of the server in characters. */
export const mostCharacters = 500;
/**
 * Invisible and bidirectional formatting characters (UTR #36), which the server removes as well, and lone surrogates.
 */
const hidden =
	/[\p{Surrogate}\u{ad}\u{61c}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2064}\u{2066}-\u{206f}\u{feff}\u{e0000}-\u{e007f}]/gu;

/** Removes hidden characters and surrounding white space, and shortens the question to the limit of the server. */
export function questionOf(text: string): string {
	return visibleCharacters(text).slice(0, mostCharacters).join("");
}

/** Whether `questionOf` shortens the question. */
export function isTooLong(text: string): boolean {
	return visibleCharacters(text).length > mostCharacters;
}

function visibleCharacters(text: string): string[] {
	return Array.from(text.replace(hidden, "").trim());
}
