/** Returns the index that a key selects in a list with wraparound; undefined for other keys and an empty list. */
export function rovingIndex(key: string, at: number, count: number): number | undefined {
	if (count === 0) return undefined;
	if (key === "ArrowDown") return (at + 1) % count;
	if (key === "ArrowUp") return (at - 1 + count) % count;
	return undefined;
}
