// Which parts of a text to mark as found. Plain text in, parts out; React escapes them.

export interface Part {
	text: string;
	marked: boolean;
}

export function marked(text: string, words: string[]): Part[] {
	const wanted = [...new Set(words.filter((word) => word.trim() !== ""))];
	if (wanted.length === 0) return [{ text, marked: false }];
	// The longest word wins where several begin at the same place.
	const pattern = wanted
		.sort((a, b) => b.length - a.length)
		.map(literal)
		.join("|");
	return text
		.split(new RegExp(`(${pattern})`, "gi"))
		.map((part, index) => ({ text: part, marked: index % 2 === 1 }))
		.filter((part) => part.text !== "");
}

function literal(word: string): string {
	return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
