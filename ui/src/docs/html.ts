// HTML strings from the server's sanitized HTML and from messages. Messages are escaped here.

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
