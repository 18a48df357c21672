// Escapes text, such as messages, for HTML strings. The server's HTML in these strings is already sanitized.

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
