/** Where a key leads in a list of so many: from the last to the first and back; `undefined` for a key that moves nothing. */
export function rovingIndex(key: string, at: number, count: number): number | undefined {
	if (count === 0) return undefined;
	if (key === "ArrowDown") return (at + 1) % count;
	if (key === "ArrowUp") return (at - 1 + count) % count;
	return undefined;
}
