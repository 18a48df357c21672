/**
 * Returns the sorted names of the placeholders in a message. In a separate file, because public pages do not need this
 * function.
 */
export function placeholdersOf(sentence: string): string[] {
	return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}
