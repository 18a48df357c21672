/**
 * Returns the names of the placeholders that `filled` replaces. In a separate file, because public pages do not need
 * it.
 */
export function placeholdersOf(sentence: string): string[] {
	return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}
