interface Group {
	kind: string | undefined;
	/** Number of parts in the group. */
	length: number;
	/** Number that the first step has in the list on its page. */
	start?: number | undefined;
}

/**
 * Returns the number of the first step in each group of parts. Without `start`, steps are counted from 1; the count
 * continues after code and starts again after any other group.
 */
export function stepNumbers(groups: Group[]): number[] {
	let next = 1;
	return groups.map(({ kind, length, start }) => {
		const first = start ?? next;
		if (kind === "step") next = first + length;
		else if (kind !== "code") next = 1;
		return first;
	});
}
