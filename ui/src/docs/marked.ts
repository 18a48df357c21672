// Highlighting of search terms in plain text. The result is a list of parts, whose text React escapes.

export interface Part {
	text: string;
	marked: boolean;
}

export function marked(text: string, words: string[]): Part[] {
	const terms = [...new Set(words.filter((word) => word.trim() !== ""))];
	if (terms.length === 0) return [{ text, marked: false }];
	// Longer terms first, so that the longest match wins.
	const pattern = terms
		.sort((a, b) => b.length - a.length)
		.map(whole)
		.join("|");
	return text
		.split(new RegExp(`(${pattern})`, "giu"))
		.map((part, index) => ({ text: part, marked: index % 2 === 1 }))
		.filter((part) => part.text !== "");
}

/** Pattern of a term. Latin letters and digits match only whole words: `the` does not match in `other`. */
function whole(word: string): string {
	const literal = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
	const letter = /[\p{Script=Latin}\p{N}]/u;
	const before = letter.test(word.charAt(0)) ? "(?<![\\p{Script=Latin}\\p{N}])" : "";
	const after = letter.test(word.charAt(word.length - 1)) ? "(?![\\p{Script=Latin}\\p{N}])" : "";
	return before + literal + after;
}

/** Splits a text at the positions of highlights; positions that overlap, or are out of range or order, are ignored. */
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
