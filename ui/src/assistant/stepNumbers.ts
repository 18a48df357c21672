/**
 * Returns the number of the first step in each group of parts; `length` is the number of steps in a group. The numbers
 * continue after code and begin again after any other group.
 */
export function stepNumbers(groups: { kind: string | undefined; length: number }[]): number[] {
	let next = 1;
	return groups.map(({ kind, length }) => {
		const first = next;
		if (kind === "step") next += length;
		else if (kind !== "code") next = 1;
		return first;
	});
}
