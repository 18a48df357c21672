// Search terms marked in a text. Input is plain text, output is a list of parts; React escapes them.

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
		.map(whole)
		.join("|");
	return text
		.split(new RegExp(`(${pattern})`, "giu"))
		.map((part, index) => ({ text: part, marked: index % 2 === 1 }))
		.filter((part) => part.text !== "");
}

/** A word in letters is none within another one: `the` does not stand in `other`. */
function whole(word: string): string {
	const literal = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
	const letter = /[\p{Script=Latin}\p{N}]/u;
	const before = letter.test(word.charAt(0)) ? "(?<![\\p{Script=Latin}\\p{N}])" : "";
	const after = letter.test(word.charAt(word.length - 1)) ? "(?![\\p{Script=Latin}\\p{N}])" : "";
	return before + literal + after;
}

/** The same from places in the text; what lies outside of it or is not in order is left out. */
export function markedAt(text: string, marks: [number, number][]): Part[] {
	const parts: Part[] = [];
	let at = 0;
	for (const [start, end] of marks) {
		if (start < at || end <= start || end > text.length) continue;
		parts.push({ text: text.slice(at, start), marked: false }, { text: text.slice(start, end), marked: true });
		at = end;
	}
	parts.push({ text: text.slice(at), marked: false });
	return parts.filter((part) => part.text !== "");
}
