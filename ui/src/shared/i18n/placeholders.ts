/** The names of the holes in a sentence, those that `filled` would fill. Readers' pages have no use for them. */
export function placeholdersOf(sentence: string): string[] {
	return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}
